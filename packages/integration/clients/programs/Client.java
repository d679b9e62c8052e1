// Client.java NAME: asks for each URL that comes on standard input, one a line, with the HTTP client of that
// name.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

public class Client {
  static final int CONNECTIONS = 4;

  interface Sender {
    void send(String url) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    Sender sender = args[0].equals("HttpClient")
        ? url ->
          client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
        : url -> {
          HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
          connection.getInputStream().readAllBytes();
        };
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    List<String> urls = input.lines().collect(Collectors.toList());
    var workers = Executors.newFixedThreadPool(CONNECTIONS);
    for (String url : urls) {
      workers.execute(() -> {
        try {
          sender.send(url);
        } catch (Exception error) {
          System.err.println(error);
        }
      });
    }
    workers.shutdown();
    workers.awaitTermination(5, TimeUnit.MINUTES);
  }
}

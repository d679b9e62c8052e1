// java -cp CLASSPATH JavaV2.java, with software.amazon.awssdk:cloudfront, its dependencies and com.google.code.gson:gson
import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.services.cloudfront.CloudFrontUtilities;
import software.amazon.awssdk.services.cloudfront.cookie.SignedCookie;
import software.amazon.awssdk.services.cloudfront.model.CannedSignerRequest;
import software.amazon.awssdk.services.cloudfront.model.CustomSignerRequest;
import software.amazon.awssdk.services.cloudfront.utils.SigningHashAlgorithm;

public class JavaV2 {
  static final CloudFrontUtilities utilities = CloudFrontUtilities.create();

  static Instant date(JsonObject input, String name) {
    return Instant.ofEpochMilli(Math.round(input.get(name).getAsDouble() * 1000));
  }

  static Map<String, Object> answer(JsonObject one, Path key) throws Exception {
    JsonObject input = one.getAsJsonObject("input");
    Map<String, Object> result = new LinkedHashMap<>();
    // It takes no ready policy, no passphrase, and an Instant only.
    if (input.has("rawPolicy") || input.has("dateInput") || one.has("passphrase")) return result;
    String url = input.get("url").getAsString();
    if (url.length() > 2000) return result;
    String resource = input.has("resource") ? input.get("resource").getAsString() : null;
    String keyPairId = one.get("keyPairId").getAsString();
    SigningHashAlgorithm hash = SigningHashAlgorithm.valueOf(one.get("hash").getAsString());
    boolean areCookies = one.get("kind").getAsString().equals("cookies");
    Files.writeString(key, one.get("privateKey").getAsString());
    if (resource == null && !input.has("dateGreaterThan") && !input.has("ipAddress")) {
      CannedSignerRequest request =
          CannedSignerRequest.builder()
              .resourceUrl(url)
              .privateKey(key)
              .keyPairId(keyPairId)
              .expirationDate(date(input, "dateLessThan"))
              .hashAlgorithm(hash)
              .build();
      if (!areCookies) result.put("url", utilities.getSignedUrlWithCannedPolicy(request).url());
      else {
        var signed = utilities.getCookiesForCannedPolicy(request);
        result.put("cookies", cookies(signed, signed.expiresHeaderValue()));
      }
      return result;
    }
    CustomSignerRequest.Builder builder =
        CustomSignerRequest.builder()
            // Its cookies have no pattern beside the URL.
            .resourceUrl(areCookies && resource != null ? resource : url)
            .privateKey(key)
            .keyPairId(keyPairId)
            .expirationDate(date(input, "dateLessThan"))
            .hashAlgorithm(hash);
    if (!areCookies && resource != null) builder.resourceUrlPattern(resource);
    if (input.has("dateGreaterThan")) builder.activeDate(date(input, "dateGreaterThan"));
    if (input.has("ipAddress")) builder.ipRange(input.get("ipAddress").getAsString());
    if (!areCookies) result.put("url", utilities.getSignedUrlWithCustomPolicy(builder.build()).url());
    else {
      var signed = utilities.getCookiesForCustomPolicy(builder.build());
      result.put("cookies", cookies(signed, signed.policyHeaderValue()));
    }
    return result;
  }

  static Map<String, String> cookies(SignedCookie signed, String policyOrExpires) {
    Map<String, String> cookies = new LinkedHashMap<>();
    String[] lines = {
      policyOrExpires,
      signed.signatureHeaderValue(),
      signed.keyPairIdHeaderValue(),
      signed.hashAlgorithmHeaderValue()
    };
    for (String line : lines) {
      if (line != null) cookies.put(line.split("=", 2)[0], line.split("=", 2)[1]);
    }
    return cookies;
  }

  static String message(Throwable error) {
    Throwable cause = error.getCause();
    return error.getMessage() + (cause == null ? "" : " <- " + cause.getClass().getSimpleName() + ": " + message(cause));
  }

  public static void main(String[] args) throws Exception {
    Path key = Files.createTempFile("key", ".pem");
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    Gson gson = new Gson();
    try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line; (line = lines.readLine()) != null; ) {
        Map<String, Object> result;
        try {
          result = answer(JsonParser.parseString(line).getAsJsonObject(), key);
        } catch (Exception error) {
          result = Map.of("error", message(error));
        }
        out.println(gson.toJson(result));
      }
    } finally {
      Files.delete(key);
    }
  }
}

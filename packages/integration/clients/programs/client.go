// client.go asks for each URL that comes on standard input, one a line, with net/http.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
)

const connections = 4

func main() {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections}}
	urls := make(chan string)
	var workers sync.WaitGroup
	for i := 0; i < connections; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for url := range urls {
				response, err := client.Get(url)
				if err != nil {
					fmt.Fprintln(os.Stderr, err)
					continue
				}
				io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
		}()
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		urls <- lines.Text()
	}
	close(urls)
	workers.Wait()
}

// Go's net/url: url.Parse, and (*URL).Parse for a base.
package main

import (
	"encoding/json"
	"net/url"
	"os"
	"strings"
)

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for asked := map[string]any{}; in.Decode(&asked) == nil; asked = map[string]any{} {
		answer := map[string]any{"id": asked["id"], "unsupported": true}
		if input, ok := asked["input"].(string); ok {
			found, err := url.Parse(input)
			if text, ok := asked["base"].(string); ok {
				if found, err = url.Parse(text); err == nil {
					found, err = found.Parse(input)
				}
			}
			if answer = map[string]any{"id": asked["id"], "failure": true}; err == nil {
				_, host, _ := strings.Cut("@"+found.Host, "@")
				answer = map[string]any{"id": asked["id"], "protocol": found.Scheme + ":", "port": found.Port(),
					"hostname": strings.TrimSuffix(host, ":"+found.Port()), "pathname": found.EscapedPath()}
			}
		}
		out.Encode(answer)
	}
}

// Go's net/url: url.Parse, and ResolveReference for a base.
package main

import (
	"encoding/json"
	"net/url"
	"os"
)

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for asked := map[string]any{}; in.Decode(&asked) == nil; asked = map[string]any{} {
		answer := map[string]any{"id": asked["id"], "unsupported": true}
		if input, ok := asked["input"].(string); ok {
			found, err := url.Parse(input)
			if base, ok := asked["base"].(string); ok && err == nil {
				if found, err = url.Parse(base); err == nil {
					found, err = found.Parse(input)
				}
			}
			answer = map[string]any{"id": asked["id"], "failure": true}
			if err == nil {
				password, _ := found.User.Password()
				answer = map[string]any{"id": asked["id"], "protocol": found.Scheme + ":", "username": found.User.Username(),
					"password": password, "hostname": found.Hostname(), "port": found.Port(), "pathname": found.EscapedPath()}
			}
		}
		out.Encode(answer)
	}
}

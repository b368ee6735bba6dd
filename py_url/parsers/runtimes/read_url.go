// What Go reads with net/url, which sends nothing. py_url/parsers/runtimes/__init__.py describes the two lines.

package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func decoded(text string) string {
	octets, _ := base64.StdEncoding.DecodeString(text)
	return string(octets)
}

func encoded(text string) string {
	return base64.StdEncoding.EncodeToString([]byte(text))
}

func read(given []string) (*url.URL, error) {
	if len(given) == 1 {
		return url.Parse(decoded(given[0]))
	}
	base, err := url.Parse(decoded(given[1]))
	if err != nil {
		return nil, err
	}
	return base.Parse(decoded(given[0]))
}

func answer(question string) string {
	found, err := read(strings.Split(question, " "))
	if err != nil {
		return "no " + encoded("url.Error") + " " + encoded(err.Error())
	}
	userinfo := strings.SplitN(found.User.String(), ":", 2)
	if len(userinfo) == 1 {
		userinfo = append(userinfo, "")
	}
	path := found.Opaque
	if path == "" {
		path = found.EscapedPath()
	}
	components := []string{
		found.Scheme, userinfo[0], userinfo[1], found.Hostname(), found.Port(), path, found.RawQuery,
		found.EscapedFragment(),
	}
	for i, component := range components {
		components[i] = encoded(component)
	}
	return "ok " + strings.Join(components, " ")
}

func main() {
	fmt.Println("ready")
	question, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println(answer(strings.TrimSuffix(question, "\n")))
}

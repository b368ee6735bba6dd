// What Java reads with java.net.URI, which sends nothing. py_url/parsers/runtimes/__init__.py describes the two lines.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

class ReadURL {
    public static void main(String[] arguments) throws IOException {
        System.out.println("ready");
        System.out.flush();
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        System.out.println(answer(lines.readLine()));
    }

    private static String answer(String question) {
        String[] given = question.split(" ", -1);
        try {
            URI url = new URI(decoded(given[0]));
            if (given.length > 1) {
                url = new URI(decoded(given[1])).resolve(url);
            }
            String userinfo = url.getRawUserInfo() == null ? "" : url.getRawUserInfo();
            int colon = userinfo.indexOf(':');
            String[] components = {
                url.getScheme(),
                colon < 0 ? userinfo : userinfo.substring(0, colon),
                colon < 0 ? "" : userinfo.substring(colon + 1),
                url.getHost(),
                url.getPort() < 0 ? null : String.valueOf(url.getPort()),
                url.isOpaque() ? url.getRawSchemeSpecificPart() : url.getRawPath(),
                url.getRawQuery(),
                url.getRawFragment(),
            };
            var answer = new StringBuilder("ok");
            for (String component : components) {
                answer.append(' ').append(component == null ? "-" : encoded(component));
            }
            return answer.toString();
        } catch (URISyntaxException error) {
            return "no " + encoded("URISyntaxException") + " " + encoded(error.getMessage());
        }
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}

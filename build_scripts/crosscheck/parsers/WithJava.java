// Java's java.net.URI. The requests are in ASCII, so that their strings are found by a pattern.
import java.io.*;
import java.net.*;
import java.util.regex.*;

class WithJava {
    static String member(String line, String name) {
        Matcher found = Pattern.compile("\"" + name + "\": \"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
        return !found.find() ? null : Pattern.compile("\\\\(?:u(....)|(.))").matcher(found.group(1)).replaceAll(escape ->
            Matcher.quoteReplacement(String.valueOf(escape.group(1) != null ? (char) Integer.parseInt(escape.group(1), 16)
                : "\b\f\n\r\t\"\\/".charAt("bfnrt\"\\/".indexOf(escape.group(2))))));
    }
    static String json(String name, String value) {
        String text = (value == null ? "" : value).replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + name + "\": \"" + text.codePoints().collect(StringBuilder::new,
            (all, c) -> all.append(c < 32 ? "\\u%04x".formatted(c) : Character.toString(c)), StringBuilder::append) + "\"";
    }
    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            String answer = "\"unsupported\": true", input = member(line, "input"), base = member(line, "base");
            if (input != null) try {
                URI url = base == null ? new URI(input) : new URI(base).resolve(new URI(input));
                answer = String.join(", ", json("protocol", url.getScheme() == null ? "" : url.getScheme() + ":"), json("hostname", url.getHost()),
                    json("port", url.getPort() < 0 ? "" : "" + url.getPort()), json("pathname", url.getRawPath()));
            } catch (URISyntaxException error) { answer = "\"failure\": true"; }
            System.out.println(line.replaceAll("^(\\{\"id\": \\d+).*", "$1, ") + answer + "}");
        }
    }
}

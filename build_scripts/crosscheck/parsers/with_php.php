<?php
// PHP's parse_url. It resolves no reference against a base, and has no setters.
while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true);
    $answer = ["unsupported" => true];
    if (isset($asked["input"]) && $asked["base"] === null) {
        $url = parse_url($asked["input"]);
        $answer = $url === false ? ["failure" => true] : [
            "protocol" => isset($url["scheme"]) ? $url["scheme"] . ":" : "",
            "username" => $url["user"] ?? "",
            "password" => $url["pass"] ?? "",
            "hostname" => $url["host"] ?? "",
            "port" => (string) ($url["port"] ?? ""),
            "pathname" => $url["path"] ?? "",
            "search" => ($url["query"] ?? "") === "" ? "" : "?" . $url["query"],
            "hash" => ($url["fragment"] ?? "") === "" ? "" : "#" . $url["fragment"],
        ];
    }
    echo json_encode(["id" => $asked["id"]] + $answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

// Guava's Bloom filters in the protocol of tests/interop/README.md.

import com.google.common.base.Charsets;
import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;

public final class Guava {
  private static final int MITZ_32 = 0;

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    var request = (Map<?, ?>) new Json(Files.readString(folder.resolve("request.json"))).value();
    for (Object one : (List<?>) request.get("filters")) {
      var wanted = (Map<?, ?>) one;
      var params = (Map<?, ?>) wanted.get("params");
      Path dump = folder.resolve(wanted.get("name") + ".dump");
      Funnel<Object> funnel = funnel((String) params.get("funnel"));
      BloomFilter<Object> filter;
      if (args[0].equals("make")) {
        filter = empty(funnel, params);
        for (Object key : (List<?>) wanted.get("keys")) filter.put(plain(key));
        Files.write(dump, bytes(filter));
      } else {
        filter = BloomFilter.readFrom(new ByteArrayInputStream(Files.readAllBytes(dump)), funnel);
      }
      var answers = new StringBuilder();
      for (Object key : (List<?>) wanted.get("probes")) {
        answers.append(filter.mightContain(plain(key)) ? '1' : '0');
      }
      Files.writeString(folder.resolve(wanted.get("name") + ".answers"), answers);
    }
    Files.writeString(folder.resolve("version"), version());
  }

  /** Guava makes only the newer strategy; the older one comes from a dump that names it. */
  private static BloomFilter<Object> empty(Funnel<Object> funnel, Map<?, ?> params)
      throws IOException {
    BloomFilter<Object> filter =
        BloomFilter.create(
            funnel,
            ((Number) params.get("capacity")).longValue(),
            ((Number) params.get("errorRate")).doubleValue());
    if (params.get("strategy").equals("mitz64")) return filter;
    byte[] dump = bytes(filter);
    dump[0] = MITZ_32;
    return BloomFilter.readFrom(new ByteArrayInputStream(dump), funnel);
  }

  private static byte[] bytes(BloomFilter<Object> filter) throws IOException {
    var out = new ByteArrayOutputStream();
    filter.writeTo(out);
    return out.toByteArray();
  }

  @SuppressWarnings("unchecked")
  private static Funnel<Object> funnel(String name) {
    return (Funnel<Object>)
        (Funnel<?>)
            switch (name) {
              case "string_utf8" -> Funnels.stringFunnel(Charsets.UTF_8);
              case "unencoded_chars" -> Funnels.unencodedCharsFunnel();
              case "bytes" -> Funnels.byteArrayFunnel();
              case "long" -> Funnels.longFunnel();
              case "int" -> Funnels.integerFunnel();
              default -> throw new IllegalArgumentException(name);
            };
  }

  private static Object plain(Object key) {
    if (!(key instanceof Map<?, ?> typed)) return key;
    if (typed.get("hex") instanceof String hex) return HexFormat.of().parseHex(hex);
    if (typed.get("i64") instanceof String number) return Long.valueOf(number);
    return Integer.valueOf((String) typed.get("i32"));
  }

  private static String version() throws IOException {
    var source = BloomFilter.class.getProtectionDomain().getCodeSource().getLocation();
    try (var jar = new JarFile(source.getPath())) {
      var manifest = jar.getManifest().getMainAttributes();
      var version = manifest.getValue("Bundle-Version");
      return "Guava " + (version != null ? version : manifest.getValue("Implementation-Version"));
    }
  }

  /** As much of JSON as a request has. */
  private static final class Json {
    private final String text;
    private int at = 0;

    Json(String text) {
      this.text = text;
    }

    Object value() {
      char first = next();
      switch (first) {
        case '{':
          Map<String, Object> map = new LinkedHashMap<>();
          while (!ends('}')) {
            next();
            String name = string();
            next(); // :
            map.put(name, value());
          }
          return map;
        case '[':
          List<Object> list = new ArrayList<>();
          while (!ends(']')) list.add(value());
          return list;
        case '"':
          return string();
        default:
          int start = at - 1;
          while (at < text.length() && "+-.eE0123456789truefalsn".indexOf(text.charAt(at)) >= 0) at++;
          String word = text.substring(start, at);
          return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> Double.valueOf(word);
          };
      }
    }

    /** True, and past it, if the list or map ends here; a comma is skipped. */
    private boolean ends(char bracket) {
      char found = next();
      if (found == bracket) return true;
      if (found != ',') at--;
      return false;
    }

    private char next() {
      while (Character.isWhitespace(text.charAt(at))) at++;
      return text.charAt(at++);
    }

    /** After its first quotation mark. */
    private String string() {
      var out = new StringBuilder();
      for (char c; (c = text.charAt(at++)) != '"'; ) {
        if (c != '\\') {
          out.append(c);
          continue;
        }
        char escaped = text.charAt(at++);
        switch (escaped) {
          case 'u':
            out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
            at += 4;
            break;
          case 'n': out.append('\n'); break;
          case 't': out.append('\t'); break;
          case 'r': out.append('\r'); break;
          case 'b': out.append('\b'); break;
          case 'f': out.append('\f'); break;
          default: out.append(escaped);
        }
      }
      return out.toString();
    }
  }
}

package dev.licet.hook;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One request over one connection (RFC 9112). The JDK's clients would cost a hook more than all else it does. */
final class Exchange implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;

    /** A longer path of programs is not told. */
    private static final int MAX_PATH = 4_000;

    private static final int MAX_ANSWER = 2 * 1024 * 1024;

    private static final String DECISION = "\r\nlicet-decision: ";

    private final Socket socket;
    private final String authority;

    private Exchange(Socket socket, String authority) {
        this.socket = socket;
        this.authority = authority;
    }

    /** Nothing listens at the address. */
    static final class NoServer extends IOException {
        private static final long serialVersionUID = 1L;

        NoServer(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /**
     * What the server answered.
     *
     * @param isDecision whether it is whole and says of itself that it is a gate's decision
     * @param isAllow whether that lets the call run
     * @param wantsReceipt whether the server is to be told that it was read
     */
    // Answers are never compared, and a copy of the body would buy nothing.
    @SuppressWarnings("ArrayRecordComponent")
    record Answer(int status, boolean isDecision, boolean isAllow, boolean wantsReceipt, byte[] body) {}

    /**
     * Opens the connection.
     *
     * @param patience so many seconds an answer is waited for: longer than the server holds a call
     */
    static Exchange open(URI uri, int patience) throws IOException {
        String host = uri.getHost();
        boolean secure = "https".equals(uri.getScheme());
        if (host == null || (!secure && !"http".equals(uri.getScheme()))) {
            throw new IOException("a server's address looks like http://127.0.0.1:4747");
        }
        int standard = secure ? 443 : 80;
        int port = uri.getPort() == -1 ? standard : uri.getPort();
        var plain = new Socket();
        try {
            plain.connect(address(host, port), CONNECT_MILLIS);
        } catch (IOException e) {
            plain.close();
            throw new NoServer(e);
        }
        plain.setSoTimeout(patience * 1_000);
        return new Exchange(secure ? secured(plain, host, port) : plain, uri.getAuthority());
    }

    /** The usual address needs no resolver. */
    private static InetSocketAddress address(String host, int port) throws IOException {
        return host.equals("127.0.0.1")
                ? new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port)
                : new InetSocketAddress(InetAddress.getByName(host), port);
    }

    private static Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket secured = (SSLSocket) factory.createSocket(plain, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    /**
     * @param here whether the server is one of this machine: it is told when its answer was read, and where programs are found
     *     here. INVARIANT (once): nothing may stand between them that ends the connection by itself or passes on less than it
     *     was sent
     */
    Answer post(String path, String token, byte[] body, boolean here) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: " + authority + "\r\nAuthorization: Bearer " + token
                + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length
                + (here ? "\r\nLicet-Receipt: yes" + programs() : "") + "\r\nConnection: close\r\n\r\n";
        OutputStream out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        InputStream in = socket.getInputStream();
        return answer(in.readNBytes(MAX_ANSWER));
    }

    /** The header with the path of programs, for a command that is tried before it is answered. */
    private static String programs() {
        String path = System.getenv().getOrDefault("PATH", "");
        return path.length() <= MAX_PATH && isPlain(path) ? "\r\nLicet-Path: " + path : "";
    }

    /** Whether a header may hold {@code text}: a loop is the quickest way to tell in a program that has just begun. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    /** Tells the server that the answer was read and is passed on now: else it would keep it for the same call. */
    void receipt() throws IOException {
        socket.getOutputStream().write('\n');
    }

    private static Answer answer(byte[] bytes) throws IOException {
        int end = end(bytes);
        String head = new String(bytes, 0, end + 2, StandardCharsets.ISO_8859_1);
        if (!head.startsWith("HTTP/1.1 ") || head.length() < 12) {
            throw new IOException("what answers there does not speak HTTP");
        }
        int status;
        try {
            status = Integer.parseInt(head.substring(9, 12));
        } catch (NumberFormatException e) {
            throw new IOException("what answers there does not speak HTTP", e);
        }
        String fields = head.toLowerCase(Locale.ROOT);
        int length = bytes.length - end - 4;
        boolean whole = fields.contains("\r\ncontent-length: " + length + "\r\n");
        int decision = fields.indexOf(DECISION);
        // Who says it twice has decided nothing.
        boolean decides = decision >= 0 && fields.indexOf(DECISION, decision + 1) < 0;
        boolean wanted = fields.contains("\r\nlicet-receipt: ");
        boolean allows = fields.startsWith(DECISION + "allow\r\n", Math.max(0, decision));
        return new Answer(status, whole && decides, allows, wanted, Arrays.copyOfRange(bytes, end + 4, bytes.length));
    }

    /** Where the head ends, which is followed by an empty line. */
    private static int end(byte[] bytes) throws IOException {
        for (int i = 0; i + 3 < bytes.length; i++) {
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                return i;
            }
        }
        throw new IOException("the answer is cut off");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

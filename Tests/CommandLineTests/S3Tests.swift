import Foundation
import TestSupport
import Testing

/// Publishing to a server of S3.
@Suite("valise publish to S3")
struct S3Tests {
  private static let server = Repository.root.appendingPathComponent(
    ".build/test-tools/bin/rclone"
  ).path

  /// A site that is published to a bucket of a server, which runs as long as this is there.
  private struct Bucket {
    let sandbox: SiteSandbox
    let port: Int
    private let server: PublishTests.Server

    /// - Parameter options: Of the server, such as the keys that it takes.
    /// - Throws: What starting the server throws.
    init(_ options: String...) throws {
      port = try SocketClient.freePort()
      sandbox = try PublishTests.site("  rclone: lists:lists.example.org\n")
      // A folder of the server is a bucket.
      try FileManager.default.createDirectory(
        at: sandbox.folder.url.appendingPathComponent("buckets/lists.example.org"),
        withIntermediateDirectories: true)
      server = try PublishTests.Server(
        S3Tests.server, port: port, in: sandbox.folder.url,
        ["serve", "s3"] + options + ["--addr", "127.0.0.1:\(port)", "buckets"])
    }

    func publish(
      _ arguments: [String] = [], secret: String = "secret", _ variables: [String: String] = [:]
    ) throws -> ValiseProgram.Outcome {
      try ValiseProgram.run(
        ["publish"] + arguments, in: sandbox.folder.url,
        environment: [
          "RCLONE_CONFIG_LISTS_TYPE": "s3", "RCLONE_CONFIG_LISTS_PROVIDER": "Other",
          "RCLONE_CONFIG_LISTS_ENDPOINT": "http://127.0.0.1:\(port)",
          "RCLONE_CONFIG_LISTS_ACCESS_KEY_ID": "ana",
          "RCLONE_CONFIG_LISTS_SECRET_ACCESS_KEY": secret,
          // A proxy's certificates are of no use on this machine, and rclone would stumble over them.
          "AWS_CA_BUNDLE": "", "NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1",
        ].merging(variables) { $1 })
    }
  }

  @Test(
    "all is sent with its cache headers, the second time nothing, and what is gone is removed",
    .enabled(
      if: PythonTool.isExpected && ExternalTool("rclone", package: "rclone").isExpected))
  func publish() throws {
    let bucket = try Bucket()
    let sandbox = bucket.sandbox
    try sandbox.folder.write("mine", to: "buckets/lists.example.org/trips/own.html")
    func publish(_ arguments: String...) throws -> ValiseProgram.Outcome {
      try bucket.publish(arguments)
    }
    func sent() throws -> [String: Data] {
      try sandbox.files(in: "buckets/lists.example.org").filter { !$0.key.hasPrefix(".") }
    }
    let own = ["trips/own.html": Data("mine".utf8)]

    let first = try publish()
    #expect(first.status == 0, "\(first.errors)")
    let built = try sandbox.files(in: "Output").filter { !$0.key.hasPrefix(".") }
    #expect(try sent() == built.merging(own) { $1 })
    for path in built.keys.sorted() {
      let answer = try SocketClient.ask(
        "/lists.example.org/\(path)", port: bucket.port, method: "HEAD")
      let isHashed = path.hasPrefix("assets/")
      #expect(
        answer.fields["cache-control"]
          == (isHashed
            ? "public, max-age=31536000, immutable" : "public, max-age=60, must-revalidate"),
        "\(path)")
      if path.hasSuffix(".html") {
        #expect(answer.fields["content-type"]?.hasPrefix("text/html") == true, "\(path)")
      }
    }

    let times = try sandbox.times(in: "buckets/lists.example.org")
    #expect(try publish().output == "up to date: nothing to send\n")
    #expect(try sandbox.times(in: "buckets/lists.example.org") == times)

    try sandbox.folder.write("# Lisbon\n\n- [ ] Shoes\n", to: "Content/trips/lisbon.md")
    try FileManager.default.removeItem(
      at: sandbox.folder.url.appendingPathComponent("Content/trips/oslo.md"))
    let planned = try publish("--dry-run")
    #expect(planned.output.contains("- trips/oslo.html\n"), "\(planned)")
    #expect(try sandbox.times(in: "buckets/lists.example.org") == times)
    let changed = try publish()
    #expect(changed.status == 0, "\(changed.errors)")
    let rebuilt = try sandbox.files(in: "Output").filter { !$0.key.hasPrefix(".") }
    #expect(try sent() == rebuilt.merging(own) { $1 })
    #expect(rebuilt["trips/oslo.html"] == nil)
  }

  @Test(
    "keys that the server does not take are an error, and nothing is there",
    .enabled(
      if: PythonTool.isExpected && ExternalTool("rclone", package: "rclone").isExpected))
  func refused() throws {
    let bucket = try Bucket("--auth-key", "ana,secret")
    let outcome = try bucket.publish(
      secret: "wrong", ["RCLONE_LOW_LEVEL_RETRIES": "1", "RCLONE_RETRIES": "1"])
    #expect(outcome.status == 2 && outcome.errors.contains("[publish.failed]"), "\(outcome)")
    #expect(try bucket.sandbox.files(in: "buckets").isEmpty)
  }
}

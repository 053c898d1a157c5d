/// Files that have a host of repositories build and publish a site at each push.
enum Workflow: String, CaseIterable {
  case github, gitlab

  /// Where the host looks for it, relative to the site's root.
  var path: String {
    switch self {
    case .github: ".github/workflows/publish.yml"
    case .gitlab: ".gitlab-ci.yml"
    }
  }

  /// What is left for a person to do.
  var nextStep: String {
    switch self {
    case .github:
      "choose \"GitHub Actions\" under Settings, Pages, and set the variable VALISE_SOURCE"
    case .gitlab: "set the variable VALISE_SOURCE under Settings, CI/CD"
    }
  }

  /// The file.
  var text: String {
    switch self {
    case .github: Self.githubText
    case .gitlab: Self.gitlabText
    }
  }

  private static let githubText = """
    # Builds this site and publishes it on GitHub Pages at each push.
    #
    # Once, in the repository's settings: Pages, "GitHub Actions"; and Secrets and variables,
    # Actions, Variables: VALISE_SOURCE, the address that Valise can be cloned from.
    name: Publish

    on:
      push:
        branches: [main, master]
      workflow_dispatch:

    permissions:
      contents: read
      pages: write
      id-token: write

    concurrency:
      group: pages
      cancel-in-progress: false

    jobs:
      publish:
        runs-on: ubuntu-latest
        container: swift:6.3-bookworm
        environment:
          name: github-pages
          url: ${{ steps.deployment.outputs.page_url }}
        steps:
          - uses: actions/checkout@v4
          - name: Keep Valise between runs
            id: program
            uses: actions/cache@v4
            with:
              path: /opt/valise
              key: valise-${{ vars.VALISE_SOURCE }}
          - name: Build Valise
            if: steps.program.outputs.cache-hit != 'true'
            env:
              VALISE_SOURCE: ${{ vars.VALISE_SOURCE }}
            run: |
              git clone --depth 1 "$VALISE_SOURCE" /opt/valise
              /opt/valise/scripts/setup
              make -C /opt/valise build
          - name: Install what Valise needs where it runs
            run: /opt/valise/scripts/setup
          - name: Build the site
            run: /opt/valise/.build/release/valise build --strict
          - uses: actions/upload-pages-artifact@v3
            with:
              path: Output
          - id: deployment
            uses: actions/deploy-pages@v4

    """

  private static let gitlabText = """
    # Builds this site and publishes it on GitLab Pages at each push to the default branch.
    #
    # Once, under Settings, CI/CD, Variables: VALISE_SOURCE, the address that Valise can be cloned
    # from.
    pages:
      image: swift:6.3-bookworm
      rules:
        - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
      cache:
        key: valise
        paths:
          - .valise-program/
      script:
        - test -d .valise-program || git clone --depth 1 "$VALISE_SOURCE" .valise-program
        - .valise-program/scripts/setup
        - make -C .valise-program build
        - .valise-program/.build/release/valise build --strict --output public
      artifacts:
        paths:
          - public

    """
}

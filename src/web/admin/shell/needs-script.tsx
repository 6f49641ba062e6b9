/** What the back office says to a browser that runs no scripts. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="needs-script">The back office needs JavaScript. Please turn it on.</p>
    </noscript>
  )
}

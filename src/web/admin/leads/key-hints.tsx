/** What the keyboard does, for those who have one. */
export function KeyHints() {
  return (
    <p className="key-hints">
      <span>
        <kbd>/</kbd> search
      </span>
      <span>
        <kbd>Esc</kbd> leave search
      </span>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> or <kbd>k</kbd> <kbd>j</kbd> move
      </span>
      <span>
        <kbd>c</kbd> mark contacted or new
      </span>
    </p>
  )
}

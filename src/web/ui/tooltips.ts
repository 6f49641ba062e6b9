/** The timing of the tooltips of the specification's library. */
const openDelayMs = 700
const skipDelayMs = 300

/** A longer text is read where it stands whole. */
const longestTip = 400

/** True for a button or link whose words are not to be seen. */
function isIconAlone(element: Element): boolean {
  return [...element.childNodes].every(
    (node) =>
      node instanceof Element &&
      (node.matches('.icon, .hidden-text') || getComputedStyle(node).display === 'none'),
  )
}

function isCut(element: Element): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (textOverflow !== 'ellipsis' && !Number(webkitLineClamp)) return false
  // The words of a button are not read on into the text beside it.
  if (element.querySelector('button')) return false
  return element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
}

/** What a tooltip of an element says: nothing that does not stand elsewhere. */
function tipOf(element: Element): string {
  const description = element.getAttribute('aria-description')
  if (description) return description
  const isNamed = element.matches('button, a[href], summary') && isIconAlone(element)
  if (isNamed) return element.ariaLabel || (element.textContent ?? '')
  return isCut(element) ? (element.textContent ?? '') : ''
}

/** The innermost of an element and what is around it that has a tooltip. */
function findTipped(from: EventTarget | null): { element: Element; tip: string } | undefined {
  let element = from instanceof Element ? from : null
  while (element && element !== document.body) {
    const tip = tipOf(element).trim()
    if (tip) return { element, tip }
    element = element.parentElement
  }
  return undefined
}

/** Above an element, or below it: it never covers what is pointed at. */
function moveTo(bubble: HTMLElement, element: Element): void {
  const around = element.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const { clientWidth } = document.documentElement
  const left = around.left + (around.width - width) / 2
  const isAbove = around.top >= height
  bubble.style.left = `${Math.max(0, Math.min(left, clientWidth - width))}px`
  bubble.style.top = `${isAbove ? around.top - height : around.bottom}px`
}

/**
 * One tooltip for all of the office: for what has an `aria-description`, for icons alone, and for texts
 * that are cut. The library's way: it opens after a while, at once soon after another or for the
 * keyboard's focus, stays while the pointer is on it, and Escape closes it. Returns what ends it.
 */
export function startTooltips(): () => void {
  const bubble = document.createElement('div')
  const words = bubble.appendChild(document.createElement('span'))
  // What it says is known to a screen reader by its element.
  Object.assign(bubble, { className: 'tooltip', popover: 'manual', ariaHidden: 'true' })
  let current: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closedAt = Number.NEGATIVE_INFINITY

  function close(): void {
    clearTimeout(timer)
    current = undefined
    if (!bubble.isConnected) return
    bubble.remove()
    closedAt = performance.now()
  }

  function open(element: Element, tip: string): void {
    // It may be gone by now.
    if (!element.isConnected) return
    words.textContent = tip.length > longestTip ? `${tip.slice(0, longestTip)}…` : tip
    // What is outside of an open dialog cannot be pointed at.
    const home = element.closest('dialog') ?? document.body
    home.append(bubble)
    bubble.showPopover()
    moveTo(bubble, element)
  }

  function point({ target, pointerType }: PointerEvent): void {
    if (pointerType === 'touch' || (target instanceof Node && bubble.contains(target))) return
    const found = findTipped(target)
    if (found?.element === current) return
    close()
    if (!found) return
    current = found.element
    const isSoon = performance.now() - closedAt < skipDelayMs
    timer = setTimeout(open, isSoon ? 0 : openDelayMs, found.element, found.tip)
  }

  /** Who presses it knows what it is, until they come back to it. */
  function leaveAlone({ target }: PointerEvent): void {
    close()
    current = findTipped(target)?.element
  }

  function focus({ target }: FocusEvent): void {
    close()
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const tip = tipOf(target).trim()
    if (!tip) return
    current = target
    open(target, tip)
  }

  function press(event: KeyboardEvent): void {
    const wasOpen = bubble.isConnected
    close()
    if (event.key !== 'Escape' || !wasOpen) return
    // It closes the tooltip alone, and not what the tooltip is of.
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  document.addEventListener('pointerover', point, options)
  document.documentElement.addEventListener('pointerleave', close, { signal: ending.signal })
  document.addEventListener('focusin', focus, options)
  document.addEventListener('focusout', close, options)
  document.addEventListener('keydown', press, options)
  document.addEventListener('pointerdown', leaveAlone, options)
  document.addEventListener('scroll', close, options)
  return () => {
    close()
    ending.abort()
  }
}

/** What people take an element for. */
export type Kind = 'button' | 'link' | 'tab' | 'field' | 'option'

/** An element as people name it; with `row`, only inside of the table row that has this text. */
export type Wanted = { kind: Kind; name: string; row?: string | undefined }

/**
 * Finds an element that is visible and can be used. Runs in the page, so it can use nothing from outside. A field is found by
 * a part of its label, because a mark may stand beside it; everything else by its whole name.
 */
export function findElement({ kind, name, row }: Wanted): Element | undefined {
  const selectors: Record<Kind, string> = {
    button: 'button',
    link: 'a[href]',
    tab: '[role=tab]',
    field: 'input:not([type=hidden]), select, textarea',
    option: 'option',
  }
  const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const textOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent
  const labelOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels ?? []
    return [element.getAttribute('aria-label'), ...[...labels].map(textOf)].map(tidy).join(' ')
  }
  const isWanted = (element: Element) => {
    if (kind === 'field') return labelOf(element).includes(name)
    return tidy(textOf(element)) === name
  }
  const isUsable = (element: Element) =>
    !element.matches(':disabled') &&
    (kind === 'option' || element.checkVisibility({ visibilityProperty: true }))
  // A modal dialog makes everything behind it inert.
  const dialog = document.querySelector('dialog:modal') ?? document
  const rows = [...dialog.querySelectorAll('tr')]
  const within = row === undefined ? dialog : rows.find((each) => each.textContent?.includes(row))
  const found = [...(within?.querySelectorAll(selectors[kind]) ?? [])]
  return found.find((element) => isWanted(element) && isUsable(element))
}

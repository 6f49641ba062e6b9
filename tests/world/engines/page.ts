import { vi } from 'vitest'
import { type ElementReference, idOf, type Session } from './session.ts'

/** What people take an element for. */
type Kind = 'button' | 'link' | 'field' | 'option'

/** An element as people name it. */
type Wanted = { kind: Kind; name: string }

/**
 * Finds an element that is visible and can be used. Runs in the page, so it can use nothing from outside. A field is found by
 * a part of its label, because a mark may stand beside it; everything else by its whole name.
 */
function findElement({ kind, name }: Wanted): Element | undefined {
  const selectors: Record<Kind, string> = {
    button: 'button',
    link: 'a[href]',
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
  const found = [...dialog.querySelectorAll(selectors[kind])]
  return found.find((element) => isWanted(element) && isUsable(element))
}

/** Control and A, which select all text of a field. WebDriver releases Control afterwards. */
const selectAll = '\uE009a'

/** How long a page may take to show what a test waits for. */
const patience = { timeout: 20_000, interval: 50 }

/** What people do with a browser. */
export type Page = {
  open: (url: string) => Promise<void>
  back: () => Promise<void>
  reload: () => Promise<void>
  /** Types into the field with this label, in place of what is in it. */
  fill: (label: string, text: string) => Promise<void>
  /** Chooses an option of the list with this label. */
  choose: (label: string, option: string) => Promise<void>
  /** What is in the field with this label. */
  valueOf: (label: string) => Promise<string>
  /** Clicks a button or link as soon as it is there. */
  press: (kind: Kind, name: string) => Promise<void>
  /** True if the element is visible now and can be used. */
  has: (kind: Kind, name: string) => Promise<boolean>
  /** Waits until the page shows a text. */
  see: (text: string | RegExp, limitMs?: number) => Promise<void>
  /** Runs a function in the page. It can use nothing from outside but its arguments. */
  run: <Result, Args extends unknown[]>(
    action: (...args: Args) => Result,
    ...args: Args
  ) => Promise<Result>
  /** Gives the window such a size that the page has this one. */
  resize: (width: number, height: number) => Promise<void>
}

function scrollTo(element: unknown) {
  ;(element as Element).scrollIntoView({ block: 'center', behavior: 'instant' })
}

/** Controls the page of a browser. */
export function pageOf(session: Session): Page {
  const { send } = session

  async function run<Result, Args extends unknown[]>(
    action: (...args: Args) => Result,
    ...args: Args
  ) {
    const script = `return (${action})(...arguments)`
    return (await send('ExecuteScript', { script, args })) as Result
  }

  async function find(wanted: Wanted): Promise<string> {
    const element = (await run(findElement, wanted)) as unknown as ElementReference | null
    if (!element) throw new Error(`there is no ${wanted.kind} '${wanted.name}'`)
    // WebKit clicks nothing that is below the window.
    await run(scrollTo, element)
    return idOf(element)
  }

  const press: Page['press'] = (kind, name) =>
    vi.waitFor(async () => {
      await send('ElementClick', { id: await find({ kind, name }) })
    }, patience)

  const text = () => run(() => document.body.innerText)

  return {
    run,
    press,
    open: async (url) => void (await send('Navigate', { url })),
    back: async () => void (await send('Back', {})),
    reload: async () => void (await send('Refresh', {})),
    has: (kind, name) =>
      find({ kind, name }).then(
        () => true,
        () => false,
      ),
    fill: (label, typed) =>
      vi.waitFor(async () => {
        const id = await find({ kind: 'field', name: label })
        await send('ElementSendKeys', { id, text: selectAll })
        await send('ElementSendKeys', { id, text: typed })
      }, patience),
    async choose(label, option) {
      await find({ kind: 'field', name: label })
      await press('option', option)
    },
    async valueOf(label) {
      const element = await run(findElement, { kind: 'field', name: label })
      return run((field) => (field as HTMLInputElement | null)?.value ?? '', element ?? null)
    },
    see: (wanted, limitMs = patience.timeout) =>
      vi.waitFor(
        async () => {
          const shown = await text()
          const isThere = typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown)
          if (!isThere)
            throw new Error(`the page does not show '${wanted}', but: ${shown.slice(0, 500)}`)
        },
        { ...patience, timeout: limitMs },
      ),
    async resize(width, height) {
      const given = { width, height }
      // The second time around what the window itself takes is known.
      for (let round = 0; round < 3; round += 1) {
        await send('SetWindowRect', given)
        const inner = await run(() => ({ width: innerWidth, height: innerHeight }))
        given.width += width - inner.width
        given.height += height - inner.height
      }
    },
  }
}

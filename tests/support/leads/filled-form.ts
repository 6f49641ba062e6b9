import { type LeadFieldName, leadFieldNames, leadFields } from '#/contracts/leads/lead-fields.ts'

/** A field of the form as a visitor fills it in. */
export type FilledField = {
  name: LeadFieldName
  /** The value that the browser sends. */
  sent: string
  /** The value in the database, the API and webhooks. */
  stored: string
  /** The value that people read. */
  shown: string
  /** The visitor typed it, so it may say who they are. Others are chosen from a list. */
  isTyped: boolean
}

const attributeOf = (tag: string, name: string) =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The text that people read in HTML. */
export const readableText = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x27;|&#39;/g, '’')
    .replaceAll('&amp;', '&')

/** The last choice of a list, as it is sent and as it is read. */
function chosenIn(options: string): Pick<FilledField, 'sent' | 'stored' | 'shown'> {
  const all = [...options.matchAll(/<option\b([^>]*)>(.*?)<\/option>/gs)]
  const [, attributes = '', text = ''] = all.at(-1) ?? []
  const sent = attributeOf(attributes, 'value')
  return { sent, stored: sent, shown: readableText(text) }
}

function typedInto(
  name: LeadFieldName,
  type: string,
): Pick<FilledField, 'sent' | 'stored' | 'shown'> {
  if (type === 'tel') {
    return { sent: '+1 386 555 0164', stored: '3865550164', shown: '(386) 555-0164' }
  }
  const words = type === 'email' ? `filled-${name}@example.com` : `Filled In ${name}`
  const sent = words.slice(0, leadFields[name].limit)
  return { sent, stored: sent, shown: sent }
}

/**
 * Fills in every field of the estimate form in a page, by the controls alone: a field that is added
 * to the form later is filled in as well. Throws for a field without a control.
 */
export function fillForm(html: string): FilledField[] {
  return leadFieldNames.map((name) => {
    const control = new RegExp(
      `<(input|textarea|select)\\b[^>]*\\sname="${name}"[^>]*>(?:(.*?)</select>)?`,
      's',
    ).exec(html)
    if (!control) throw new Error(`the form does not ask for ${name}`)
    const [tag, element, options = ''] = control
    if (element === 'select') return { name, isTyped: false, ...chosenIn(options) }
    return { name, isTyped: true, ...typedInto(name, attributeOf(tag, 'type')) }
  })
}

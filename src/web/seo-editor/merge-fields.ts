import type { SeoFields } from '#/contracts/seo.ts'
import { differingFields, type FieldName } from './editor-fields.ts'

/** Whose value of a field is kept. */
export type Side = 'mine' | 'theirs'

/** A field in which what two people made of a page differs. */
export type Conflict = { name: FieldName; mine: string; theirs: string; suggested: Side }

/**
 * What two people made of the same fields. Where only one of them touched a field, theirs is
 * suggested; where both did, the own one.
 */
export function findConflicts(base: SeoFields, mine: SeoFields, theirs: SeoFields): Conflict[] {
  const touchedByMe = differingFields(base, mine)
  return differingFields(mine, theirs).map((name) => ({
    name,
    mine: mine[name],
    theirs: theirs[name],
    suggested: touchedByMe.includes(name) ? 'mine' : 'theirs',
  }))
}

/** The own fields with the other's where they were chosen. */
export function mergeFields(
  mine: SeoFields,
  theirs: SeoFields,
  choices: Partial<Record<FieldName, Side>>,
): SeoFields {
  const taken = Object.entries(choices).filter(([, side]) => side === 'theirs')
  return {
    ...mine,
    ...Object.fromEntries(taken.map(([name]) => [name, theirs[name as FieldName]])),
  }
}

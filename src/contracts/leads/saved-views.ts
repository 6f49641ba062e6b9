import { z } from 'zod'
import { longestViewName } from '../limits.ts'
import { sentText, storedText } from '../text.ts'

/** What a user has saved of the inbox: its filters and order, as the address of the page writes them. */
const savedViewSchema = z.object({ id: z.int(), name: z.string(), query: z.string() })

export type SavedView = z.infer<typeof savedViewSchema>

/** Those of the user, by name. */
export const savedViewsSchema = z.array(savedViewSchema)

const name = storedText(
  longestViewName,
  {
    notText: 'Please enter a name.',
    tooLong: `Please use at most ${longestViewName} characters.`,
    badCharacters: 'The name contains characters that cannot be stored.',
  },
  ' ',
).min(1, 'Please enter a name.')

/** A view under a name; a view of this name is replaced. What was searched for is not stored. */
export const newViewSchema = z.object({ name, query: sentText().max(500) })

export type NewView = z.input<typeof newViewSchema>

export const viewNameSchema = z.object({ name })

export const viewParamsSchema = z.object({ viewId: z.coerce.number().int().positive() })

// Apart from the schema that uses it: the browser needs these words, and not zod.

/** What the site claims in numbers: each as it is shown, such as `1,000+`; empty where it is not claimed. */
export type Claims = Record<'projects' | 'contractors' | 'areas' | 'satisfaction', string>

/** A block of a legal section: one paragraph, or a list. */
export type LegalBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }

/** A numbered section. The id is its anchor; the number is its place in the document. */
type LegalSection = {
  readonly id: string
  readonly heading: string
  readonly blocks: readonly LegalBlock[]
}

/** A legal page. */
export type LegalDocument = {
  readonly title: string
  readonly metaTitle: string
  readonly metaDescription: string
  readonly lastUpdatedLabel: string
  /** As shown: 'January 11, 2025'. */
  readonly lastUpdated: string
  /** The same as YYYY-MM-DD. */
  readonly lastUpdatedDate: string
  readonly sections: readonly LegalSection[]
  /** A section below the numbered ones, with a date of its own. */
  readonly addition: LegalAddition
}

/** Below the numbered sections. */
export type LegalAddition = {
  readonly id: string
  readonly heading: string
  readonly lastUpdated: string
  readonly lastUpdatedDate: string
  /** A single one needs no heading. */
  readonly parts: readonly { readonly heading?: string; readonly blocks: readonly LegalBlock[] }[]
}

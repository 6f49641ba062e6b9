/** A short titled text: a benefit, or a step of the process. */
export type TitledText = {
  readonly title: string
  readonly description: string
}

/** The words of a service page. Its picture's alt text is in `image-alts.ts`. */
export type ServiceDetail = {
  readonly title: string
  readonly subtitle: string
  readonly imageAlt: string
  /** Paragraphs of the overview. */
  readonly description: readonly string[]
  readonly features: readonly [string, string, string, string, string, string]
  readonly benefits: readonly [TitledText, TitledText, TitledText]
  readonly process: readonly [TitledText, TitledText, TitledText, TitledText, TitledText]
  /** What the owner pays, in money or trouble, by not having it done. */
  readonly costOfWaiting: string
  /** 50 to 60 characters. */
  readonly metaTitle: string
  /** 150 to 160 characters. */
  readonly metaDescription: string
}

/** Who answers for a duty. */
export const owners = {
  legal: '法務',
  accounting: '経理',
  privacy: '個人情報の責任者',
  support: 'お客さま窓口',
  network: '設備と障害対応',
  product: '開発',
} as const

export type Owner = keyof typeof owners

/**
 * How well the source is known: an authority's own page that was read, another's page about it, or the text's name and address alone.
 * What is not read at an authority wants a question to counsel.
 */
export type Source = {
  readonly law: string
  readonly address: string
} & (
  | { readonly seen: 'authority'; readonly ask?: string }
  | { readonly seen: 'secondary' | 'by name'; readonly ask: string }
)

/** A test by its file and its title, as it is written there. */
export type NamedTest = readonly [file: string, title: string]

export type Duty = {
  /** What the law wants of us, in one sentence. */
  readonly duty: string
  readonly source: Source
  /** A file, or `file#name` where one exported name of it does it. */
  readonly code: readonly string[]
  readonly tests: readonly [NamedTest, ...NamedTest[]]
  readonly owner: Owner
  /** The last day by which the owner has looked at it again: `YYYY-MM-DD`. */
  readonly nextReview: string
}

export type Chapter = { readonly title: string; readonly duties: readonly Duty[] }

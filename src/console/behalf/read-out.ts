import { formatDate, formatDateTime, formatYen } from '#ui/format.ts'

/** What 確認 of any procedure shows (wire Estimate), as far as it is read out. */
type Estimate = {
  readonly changes: readonly {
    readonly label: string
    readonly before: string
    readonly after: string
  }[]
  readonly effectiveOn: string
  readonly oneOff: { readonly totalYen: number }
  readonly monthlyBefore: { readonly totalYen: number }
  readonly monthlyAfter: { readonly totalYen: number }
  readonly undoUntil?: string
  readonly undoWhile?: string
}

const isEstimate = (value: unknown): value is Estimate =>
  typeof value === 'object' &&
  value !== null &&
  'changes' in value &&
  'monthlyAfter' in value &&
  'effectiveOn' in value

/** The estimate that the page in the frame shows; none before its 確認. */
function estimateIn(loaded: readonly unknown[]): Estimate | undefined {
  for (const data of loaded)
    if (typeof data === 'object' && data !== null)
      for (const value of Object.values(data)) if (isEstimate(value)) return value
  return undefined
}

/**
 * What the clerk reads to the member before pressing, by the figures of 確認.
 * @param loaded what the pages on the screen have read
 */
export function readOut(loaded: readonly unknown[]): string | undefined {
  const estimate = estimateIn(loaded)
  if (estimate === undefined) return undefined
  const { changes, effectiveOn, oneOff, monthlyBefore, monthlyAfter } = estimate
  const before = formatYen(monthlyBefore.totalYen)
  const after = formatYen(monthlyAfter.totalYen)
  return [
    ...changes.map((one) => `${one.label}は、${one.before}から${one.after}になります。`),
    `${formatDate(effectiveOn)}からです。`,
    before === after
      ? `毎月の料金は${before}のまま変わりません。`
      : `毎月の料金は${before}から${after}になります。`,
    `手数料は${formatYen(oneOff.totalYen)}です。`,
    undoWords(estimate),
    'よろしいですか。',
  ].join('')
}

function undoWords({ undoUntil, undoWhile }: Estimate): string {
  if (undoUntil !== undefined) return `${formatDateTime(undoUntil)}まで、取り消せます。`
  if (undoWhile !== undefined) return `${undoWhile}、取り消せます。`
  return '取り消しはできません。'
}

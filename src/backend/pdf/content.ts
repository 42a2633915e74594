import { z } from 'zod'

const row = z.object({ label: z.string(), value: z.string(), strong: z.boolean().optional() })

/** A table with a heading over each column; the first cell of a row names it. */
const table = z.object({
  columns: z.array(
    z.object({
      header: z.string(),
      /** Its share of the width, against the others'. */
      share: z.number(),
      /** Amounts stand at the end. */
      numeric: z.boolean().optional(),
    }),
  ),
  rows: z.array(z.array(z.string())),
})

/** What a document says, in the order it is printed: sealed in its row, so that the job prints exactly this. */
export const documentContent = z.object({
  /** Of a copy that is not the first: 「再発行（1回目）」, on every page. */
  mark: z.string().optional(),
  title: z.string(),
  /** Whom it is made out to: 「髙橋 﨑子 様」. */
  addressee: z.string().optional(),
  /** Under the title: by which law, and what to do with it. */
  lead: z.array(z.string()).optional(),
  /** The one figure it is about. */
  figure: z.object({ label: z.string(), value: z.string() }).optional(),
  /** Version, dates and number. */
  facts: z.array(row),
  blocks: z.array(
    z.object({
      heading: z.string(),
      table: table.optional(),
      rows: z.array(row).optional(),
      paragraphs: z.array(z.string()).optional(),
    }),
  ),
  footer: z.string(),
})
export type PrintedRow = z.output<typeof row>
export type PrintedTable = z.output<typeof table>
export type DocumentContent = z.output<typeof documentContent>

export type Block = DocumentContent['blocks'][number]

/** Everything that will be printed, for the check against the font. */
export function textOf(content: DocumentContent): string {
  const { mark = '', title, addressee = '', figure, footer, lead = [], facts, blocks } = content
  return [
    mark,
    title,
    addressee,
    figure?.label ?? '',
    figure?.value ?? '',
    footer,
    ...lead,
    ...facts.flatMap(({ label, value }) => [label, value]),
    ...blocks.flatMap(({ heading, table: columns, rows = [], paragraphs = [] }) => [
      heading,
      ...(columns?.columns.map(({ header }) => header) ?? []),
      ...(columns?.rows.flat() ?? []),
      ...rows.flatMap(({ label, value }) => [label, value]),
      ...paragraphs,
    ]),
  ].join('\n')
}

import { z } from 'zod'

const row = z.object({ label: z.string(), value: z.string(), strong: z.boolean().optional() })

/** What a document says, in the order it is printed: sealed in its row, so that the job prints exactly this. */
export const documentContent = z.object({
  title: z.string(),
  /** Under the title: by which law, and what to do with it. */
  lead: z.array(z.string()).optional(),
  /** Version, dates and number. */
  facts: z.array(row),
  blocks: z.array(
    z.object({
      heading: z.string(),
      rows: z.array(row).optional(),
      paragraphs: z.array(z.string()).optional(),
    }),
  ),
  footer: z.string(),
})
export type PrintedRow = z.output<typeof row>
export type DocumentContent = z.output<typeof documentContent>

export type Block = DocumentContent['blocks'][number]

/** Everything that will be printed, for the check against the font. */
export function textOf(content: DocumentContent): string {
  return [
    content.title,
    content.footer,
    ...(content.lead ?? []),
    ...content.facts.flatMap(({ label, value }) => [label, value]),
    ...content.blocks.flatMap(({ heading, rows = [], paragraphs = [] }) => [
      heading,
      ...rows.flatMap(({ label, value }) => [label, value]),
      ...paragraphs,
    ]),
  ].join('\n')
}

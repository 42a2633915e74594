import { z } from 'zod'

/** What a document says, in the order it is printed: sealed in its row, so that the job prints exactly this. */
export const documentContent = z.object({
  title: z.string(),
  /** Beside the title: version, number and date. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  blocks: z.array(
    z.object({
      heading: z.string(),
      rows: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
      paragraphs: z.array(z.string()).optional(),
    }),
  ),
  footer: z.string(),
})
export type DocumentContent = z.output<typeof documentContent>

/** Everything that will be printed, for the check against the font. */
export function textOf(content: DocumentContent): string {
  return [
    content.title,
    content.footer,
    ...content.facts.flatMap(({ label, value }) => [label, value]),
    ...content.blocks.flatMap(({ heading, rows = [], paragraphs = [] }) => [
      heading,
      ...rows.flatMap(({ label, value }) => [label, value]),
      ...paragraphs,
    ]),
  ].join('\n')
}

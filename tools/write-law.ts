import { writeFile } from 'node:fs/promises'
import { chapters } from './law/chapters.ts'
import { owners, type Chapter, type Duty } from './law/duty.ts'

// Writes docs/law.md from the duties of tools/law; a test checks that it is current.
export const lawPageFile = new URL('../docs/law.md', import.meta.url)

const seenWords = {
  authority: 'read at the authority',
  secondary: "read on another's page",
  'by name': 'text not read',
} as const

export function lawPage(): string {
  const duties = chapters.flatMap((chapter) => chapter.duties)
  const open = duties.filter(({ source }) => source.ask !== undefined)
  return [
    '# Law calendar',
    'Written from `tools/law` by `node tools/write-law.ts`; do not edit.',
    [
      `${duties.length} duties, ${open.length} of them with a question to counsel: 「要確認（法務）」 marks what our sources could not confirm.`,
      'A duty whose text was not read at an authority has such a question always. `tests/law.test.ts` fails when a review is overdue, and when a named file, name or test is not there.',
      'To review: read the source again, answer or change the question, and set the next day in `tools/law`.',
    ].join('\n'),
    ...chapters.map(chapterText),
  ]
    .join('\n\n')
    .concat('\n')
}

function chapterText({ title, duties }: Chapter): string {
  const head = [
    '| duty | source | in code | tests | owner | next review |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  return [`## ${title}`, '', ...head, ...duties.map(rowText)].join('\n')
}

function rowText({ duty, source, code, tests, owner, nextReview }: Duty): string {
  const ask = source.ask === undefined ? '' : `<br>**要確認（法務）** ${source.ask}`
  const cells = [
    duty,
    `[${source.law}](${source.address}), ${seenWords[source.seen]}${ask}`,
    code.map((place) => `\`${place}\``).join('<br>'),
    tests.map(([file, title]) => `\`${file}\` 「${title}」`).join('<br>'),
    owners[owner],
    nextReview,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
}

if (import.meta.main) await writeFile(lawPageFile, lawPage())

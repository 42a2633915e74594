import { brand } from '#brand'
import { lineAt } from '../placeholder.ts'
import type { CheckedPage, Finding, Rule } from './page.ts'
import { readFileSync } from 'node:fs'

/** A spelling that members are to read, and one that is not written. */
type ListedWord = { write: string; not: string }

/** The table 「Words on screens」 of docs/glossary.md: the one list of words for pages, screens and messages. */
export const listedWords: readonly ListedWord[] = readTable(
  readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8'),
)

function readTable(glossary: string): ListedWord[] {
  const table = glossary.slice(glossary.indexOf('## Words on screens'))
  return [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)].flatMap(([, write = '', not = '']) =>
    write === 'write' ? [] : not.split('、').map((word) => ({ write, not: word })),
  )
}

/** Where a text has a word that is not written; one inside the word to write is right: データ残量のお知らせ. */
export function misspelt(text: string): (ListedWord & { at: number })[] {
  return listedWords.flatMap(({ write, not }) => {
    const rest = text.replaceAll(write, ' '.repeat(write.length))
    return [...rest.matchAll(new RegExp(RegExp.escape(not), 'g'))].map(({ index }) => ({
      write,
      not,
      at: index,
    }))
  })
}

type Wording = { pattern: RegExp; message: string }

const brandNames = [brand.provider, brand.pointsPartner]

const wordings: Wording[] = [
  {
    pattern: /[0-9０-９][0-9０-９,，.]*\s*万?円(?!未満)/g,
    message: 'a typed figure: use {{price …}} or {{yen …}}',
  },
  { pattern: /200\s*kbps/gi, message: 'a typed figure: use {{rule lowSpeed}}' },
  { pattern: /366/g, message: 'a typed figure: use {{rule threeDayLimit}}' },
  { pattern: /サーバ(?!ー)/g, message: 'write サーバー' },
  { pattern: /ユーザ(?!ー)/g, message: 'write ユーザー' },
  { pattern: /ブラウザ(?!ー)/g, message: 'write ブラウザー' },
  { pattern: /ルータ(?!ー)/g, message: 'write ルーター' },
  { pattern: /下さい/g, message: 'write ください' },
  { pattern: /出来(?=[るまなたて])/g, message: 'write できる' },
  { pattern: /[！]|[ぁ-ん]!/g, message: 'no exclamation marks' },
  { pattern: /お客(様|さま)(の)?都合/g, message: 'no blame' },
  { pattern: /準備中|近日公開|coming soon|lorem|TODO|FIXME/gi, message: 'not finished' },
  { pattern: /[ｦ-ﾟ]/g, message: 'write full-width katakana' },
  { pattern: /[０-９Ａ-Ｚａ-ｚ]/g, message: 'write half-width digits and letters' },
  {
    pattern: /(?<=[ぁ-んァ-ヶ一-龠])[,.?](?=[ぁ-んァ-ヶ一-龠\s<]|$)/gm,
    message: 'full-width punctuation',
  },
  { pattern: /090・080・070(?!・060)/g, message: 'mobile numbers begin with 060 too' },
  {
    pattern: /契約書面を受け取った日を1日目(?![^<]*利用開始日を1日目)/g,
    message: 'write 契約書面を受け取った日（利用開始日が遅いときは、その日）を1日目',
  },
  { pattern: new RegExp(brandNames.join('|'), 'g'), message: 'use {{brand.…}}' },
]

export const wordRules: Rule[] = [wording, spelling]

/** Placeholders, remarks, and what is written from the wire's tables: code and lists of fields. */
const unread = /\{\{[^}]*\}\}|<!--[^]*?-->|<(?<tag>pre|dl) class="(?:code|fields)"[^]*?<\/\k<tag>>/g

function wording(page: CheckedPage): Finding[] {
  const text = page.source.replaceAll(unread, (found) => found.replaceAll(/[^\n]/g, ' '))
  return wordings.flatMap(({ pattern, message }) =>
    [...text.matchAll(pattern)].map((match) => ({
      file: page.file,
      line: lineAt(text, match.index),
      message: `「${match[0]}」: ${message}`,
    })),
  )
}

/** The words of docs/glossary.md. */
function spelling(page: CheckedPage): Finding[] {
  return misspelt(page.source).map(({ write, not, at }) => ({
    file: page.file,
    line: lineAt(page.source, at),
    message: `「${not}」: write ${write}`,
  }))
}

import { isTokyoDate, type TokyoDate } from '../tokyo.ts'

/** What somebody of the staff searches a member by; the value in the form in which it is compared. */
export type Search =
  | { readonly by: 'number' | 'contract' | 'mail' | 'order' | 'ticket'; readonly value: string }
  | { readonly by: 'person'; readonly kana: string; readonly birth: TokyoDate }

/** Reads what was typed into the one field; undefined where it is none of what can be searched by. */
export function readSearch(typed: string): Search | undefined {
  const text = typed.normalize('NFKC').trim()
  if (text.includes('@')) return { by: 'mail', value: text.replace(/\s/gu, '') }
  const bare = text.replace(/\s/gu, '')
  const digits = bare.replace(/[‐‑‒–—―−ーｰ()-]/gu, '').replace(/^\+?81/u, '0')
  if (/^0\d{9,10}$/u.test(digits)) return { by: 'number', value: digits }
  if (/^c[a-z]{2}_[a-z0-9_]+$/u.test(bare)) return { by: 'contract', value: bare }
  const upper = bare.toUpperCase()
  if (/^T-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/u.test(upper)) return { by: 'ticket', value: upper }
  if (/^[A-Z]{1,3}(?:-[0-9A-Z]{4}){3}$/u.test(upper)) return { by: 'order', value: upper }
  return readPerson(text)
}

/** 「スズキ ハナコ 1985-04-02」, the day also as 1985/4/2, 19850402 or 1985年4月2日. */
function readPerson(text: string): Search | undefined {
  const parts =
    /^(?<kana>[ァ-ヶー・ぁ-ゖ\p{Script=Latin}\p{M} '’.-]+?)\s*(?<year>\d{4})(?:[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})日?|(?<packed>\d{4}))$/u.exec(
      text,
    )?.groups
  if (parts === undefined) return undefined
  const { kana = '', year, packed } = parts
  const month = parts['month'] ?? packed?.slice(0, 2) ?? ''
  const day = parts['day'] ?? packed?.slice(2) ?? ''
  const birth = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isTokyoDate(birth) && kana.trim() !== ''
    ? { by: 'person', kana: kana.trim(), birth }
    : undefined
}

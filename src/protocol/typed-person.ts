import { z } from 'zod'
import { katakanaOf } from '#vocabulary/kana.ts'
import { prefectures } from '#vocabulary/prefecture.ts'
import { isStorable, typedDigits } from './primitives.ts'

const NOT_TAKEN = '使用できない文字が含まれています。入力し直してください。'

/** Half-width kana and full-width digits and letters in their usual width. Kanji are never touched: 𠮷 and 髙 stay. */
const usualWidth = (value: string): string =>
  value
    .replace(/[\uFF61-\uFF9F]+/gu, (kana) => kana.normalize('NFKC'))
    .replace(/[！-～]/gu, (wide) => wide.normalize('NFKC'))
    .replace(/[\s\u3000]+/gu, ' ')
    .trim()

/** Whatever is typed for a hyphen beside a digit is one; a long-vowel mark in a word stays. */
const plainHyphens = (value: string): string => value.replace(/(?<=\d)[‐‑‒–—―−ーｰ-](?=\d)/gu, '-')

/** Letters of any script with their marks; no control characters, no pictures, nothing that turns the direction. */
const nameLetters = /^[\p{L}\p{M}\p{N} ・ー々〆'’.-]+$/u
const addressLetters = /^[\p{L}\p{M}\p{N}\p{P} ー々〆ヶ〒+]+$/u

const words = (maxLength: number, letters: RegExp, tidy: (value: string) => string) => {
  const tooLong = `${maxLength}文字以内で入力してください。`
  return z
    .string('入力してください。')
    .max(maxLength * 4, tooLong)
    .refine(isStorable, { error: NOT_TAKEN, abort: true })
    .transform(tidy)
    .pipe(
      z
        .string()
        .min(1, { error: '入力してください。', abort: true })
        .max(maxLength, { error: tooLong, abort: true })
        .regex(letters, NOT_TAKEN),
    )
}

/** 姓 or 名: any letters there are. */
export const typedName = words(50, nameLetters, usualWidth)

/** A town with its numbers: `太子堂1-2-3 コーポ桜203`. */
export const typedAddress = (maxLength: number) =>
  words(maxLength, addressLetters, (value) => plainHyphens(usualWidth(value)))

/** Figures of any kind, or that there are none: a town alone is no place to deliver to. */
const houseNumber =
  /[0-9]|[〇一二三四五六七八九十百千]+(?:丁目|番地|番(?!町)|号|の)|番地(?:なし|無し)|無番地/u

/** 町名・番地・建物名, with a number in it. */
export const typedStreet = typedAddress(120).refine((street) => houseNumber.test(street), {
  error: '番地まで入力してください。番地のない住所のときは、「番地なし」と続けてください。',
})

export const prefecture = z.enum(prefectures, '都道府県を選んでください。')

const KANA = '全角カタカナで入力してください。'

const MISSING = '入力してください。'
const KANA_TOO_LONG = '50文字以内で入力してください。'

/** Hiragana and half-width kana become what is asked for, look-alikes of the long-vowel mark too. */
const toKana = (value: string): string =>
  katakanaOf(usualWidth(value.normalize('NFKC'))).replace(/(?<=[ァ-ヶー])[‐‑‒–—―−-]/gu, 'ー')

const kanaLike = (letters: z.ZodString) =>
  z.string(MISSING).max(200, KANA_TOO_LONG).transform(toKana).pipe(letters)

/** フリガナ of a name of one's own: none is forced on who has none (`withKana`). */
export const typedKana = kanaLike(
  z
    .string()
    .max(50, { error: KANA_TOO_LONG, abort: true })
    .regex(/^[ァ-ヶー・ ]*$/u, KANA),
)

/** By what somebody else is named: their kana, or the name in the alphabet of who has none. */
export const typedReading = kanaLike(
  z
    .string()
    .min(1, { error: MISSING, abort: true })
    .max(50, { error: KANA_TOO_LONG, abort: true })
    .regex(/^(?:[ァ-ヶー・ ]+|[\p{Script=Latin}\p{M} '’.-]+)$/u, KANA),
)

/** A name as a residence card prints it: in the alphabet, for which there need be no kana. */
const isInAlphabet = (name: string) => /^[\p{Script=Latin}\p{M}\s'’.-]+$/u.test(usualWidth(name))

const namePart = z.looseObject({})

/** Wants kana beside each name that is not in the alphabet, said together with what else is missing. */
export function withKana<Schema extends z.ZodType>(schema: Schema): Schema {
  return (['lastName', 'firstName'] as const).reduce<Schema>(
    (known, part) =>
      known.refine((given) => hasKana(given, part), {
        path: [`${part}Kana`],
        error: MISSING,
        when: () => true,
      }),
    schema,
  )
}

/** Fields that are not sent are not judged: they stay as they are. */
function hasKana(given: unknown, part: 'lastName' | 'firstName'): boolean {
  const { [part]: name, [`${part}Kana`]: kana } = namePart.safeParse(given).data ?? {}
  if (typeof kana !== 'string' || kana.trim() !== '') return true
  return typeof name === 'string' && isInAlphabet(name)
}

/** Six digits as they came, in any width. */
export const typedCode = typedDigits().pipe(
  z.string().regex(/^\d{6}$/u, '届いた6桁の数字を入力してください。'),
)

/** `19900401`, `1990/4/1`, `1990年4月1日`, in any width, as the wire takes a day; anything else as it was typed. */
export function typedDate(typed: string): string {
  const text = typed.normalize('NFKC').trim()
  const [, year, month = '', day = ''] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text) ??
    []
  if (year === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The form takes a birthday as it is written; the wire's sentence names the wire's own form. */
const birthSentence = '生年月日を「19900401」のように、西暦からの8桁の数字で入力してください。'

export const withBirthSentence = (
  fields: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> =>
  fields['birth'] === undefined ? fields : { ...fields, birth: [birthSentence] }

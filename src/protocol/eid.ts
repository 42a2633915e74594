import { z } from 'zod'
import { EID_DIGITS, eidMistyped, isEid } from '#vocabulary/eid.ts'
import './sentences.ts'

/** The 32 digits that name an eSIM chip, the last two of them check digits. */
const eid = z
  .string()
  .regex(/^\d{32}$/u, {
    error: ({ input }) =>
      String(input) === ''
        ? `EIDを数字${EID_DIGITS}桁で入力してください。端末の設定画面で確認できます。`
        : `EIDは${EID_DIGITS}桁の数字です。いまは${String(input).length}桁です。端末の設定画面で確認してください。`,
    abort: true,
  })
  .refine(isEid, eidMistyped)
  .meta({ id: 'Eid' })
  .brand<'Eid'>()
export type Eid = z.output<typeof eid>

/** As people copy it: in any width, in groups, with 「EID:」 before it. */
export const typedEid = z
  .string()
  .max(64, '64文字以内で入力してください。')
  .transform((value) => value.normalize('NFKC').replace(/\D/gu, ''))
  .pipe(eid)

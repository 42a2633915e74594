import { proofPurposes } from '#vocabulary/console-record.ts'
import { optionsOf } from '#vocabulary/state-words.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { telephoneApi } from '#protocol/telephone.ts'
import type { Result } from '#protocol/endpoint.ts'
import { formatDateTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'

type CallCodeProps = {
  readonly keys: FormKeys
  readonly shown: Result<typeof telephoneApi.callerCodePost> | undefined
}

/** The number by which the desk knows on the telephone who calls; shown on demand, for ten minutes. */
export function CallCode({ keys, shown }: CallCodeProps) {
  return (
    <>
      {shown === undefined ? null : (
        <Notice tone="good" role="status" title={`番号（${proofPurposes[shown.purpose]}）`}>
          <p className="contact-code">{shown.code}</p>
          <p>
            {formatDateTime(shown.expiresAt)}
            まで使えます。電話の担当者にだけ、この番号をお伝えください。番号は一度だけ使えます。
          </p>
        </Notice>
      )}
      <p>
        お電話のときに担当者から求められたら、番号を表示してお伝えください。こちらから電話をかけて、この番号をお尋ねすることはありません。
      </p>
      <KeyedForm keys={keys} of="code" values={{ intent: 'code' }} className="contact-form">
        <Select
          name="purpose"
          label="何のための番号か"
          options={optionsOf(proofPurposes)}
          hint="通話の明細などは、その番号をいただいたときだけ、担当者が見られます。"
          defaultValue={shown?.purpose ?? 'caller'}
        />
        <SubmitRow>番号を表示する</SubmitRow>
      </KeyedForm>
    </>
  )
}

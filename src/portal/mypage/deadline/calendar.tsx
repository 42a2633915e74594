import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { ButtonRow } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { deadlineApi } from '#protocol/deadline.ts'
import type { Result } from '#protocol/endpoint.ts'

type CalendarProps = Partial<Stayed> & {
  readonly link: Result<typeof deadlineApi.calendarLinkGet>
  readonly keys: FormKeys
}

/** The feed behind a secret address: made on demand, renewed or removed at any time. */
export function CalendarSection({ link, refused, keys }: CalendarProps) {
  const { url, createdAt, lastReadAt } = link
  return (
    <Section id="calendar" title="カレンダーで受け取る">
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      <p>
        お使いのカレンダーアプリに次のアドレスを登録すると、期限と予定が自動で入り、変更も反映されます。
      </p>
      {url === undefined ? (
        <Act action="renew" keys={keys} of="make" kind="primary">
          カレンダー用のアドレスを作る
        </Act>
      ) : (
        <>
          <Field
            name="calendarUrl"
            label="カレンダー用のアドレス"
            hint="カレンダーアプリの「照会カレンダーを追加」「URLで追加」などに貼り付けます。"
            readOnly
            defaultValue={url}
            key={url}
          />
          <CopyButton text={url} label="カレンダー用のアドレス" />
          <Notice tone="warning">
            このアドレスを知っている人は、ログインせずに期限と予定を見られます。人に教えず、知られたときは作り直してください。
          </Notice>
          <p className="small">
            {createdAt === undefined ? null : `${formatDateTime(createdAt)}に作成。`}
            {lastReadAt === undefined
              ? 'まだ読み込まれていません。'
              : `最後の読み込みは${formatDateTime(lastReadAt)}。`}
          </p>
          <ButtonRow>
            <Act action="renew" keys={keys} of="renew">
              アドレスを作り直す
            </Act>
            <Act action="remove" keys={keys} of="remove">
              アドレスを無効にする
            </Act>
          </ButtonRow>
          <p className="small">作り直すと、前のアドレスは使えなくなります。</p>
        </>
      )}
    </Section>
  )
}

function Act({
  action,
  keys,
  of,
  kind = 'secondary',
  children,
}: {
  readonly action: 'renew' | 'remove'
  readonly keys: FormKeys
  readonly of: string
  readonly kind?: 'primary' | 'secondary'
  readonly children: string
}) {
  return (
    <KeyedForm keys={keys} of={of} values={{ action }}>
      <Submit kind={kind}>{children}</Submit>
    </KeyedForm>
  )
}

import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'

type Failure = NonNullable<Result<typeof noticeApi.noticesGet>['mailFailure']>

const titles: Readonly<Record<Failure['kind'], string>> = {
  unknown: 'メールが届いていません',
  unreachable: 'メールが届いていません',
  complaint: 'お知らせのメールを止めています',
}

const reasons: Readonly<Record<Failure['kind'], string>> = {
  unknown: '宛先が見つからないとして戻ってきました。',
  unreachable: '何通も続けて戻ってきました。',
  complaint: '迷惑メールとして報告されました。',
}

/** At the head of the pages about messages while mail fails to reach the member: since when, why, and both ways out. */
export function MailFailing({ failure, keys }: { failure: Failure; keys: FormKeys }) {
  const { kind, at, mailTo } = failure
  return (
    <Notice tone="warning" title={titles[kind]}>
      <p>
        {formatDate(at)}に{mailTo}へお送りしたメールが、{reasons[kind]}
        それからは、請求・障害などのお知らせを、マイページだけに載せています。
      </p>
      <KeyedForm keys={keys} of="mail-check" values={{ intent: 'checkMail' }} action={pages.user}>
        <ButtonRow>
          <Submit>いまのアドレスに確認のメールを送る</Submit>
          {kind === 'complaint' ? null : (
            <ButtonLink kind="plain" href={withQuery(pages.userEdit, { part: 'email' })}>
              メールアドレスを変更する
            </ButtonLink>
          )}
        </ButtonRow>
      </KeyedForm>
    </Notice>
  )
}

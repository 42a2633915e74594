import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Accordion } from '#ui/accordion.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { pages } from '#vocabulary/pages.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import { addLine } from './add-line.ts'
import { pathOf } from './places.ts'

/** What this browser or account has to do with an order already. */
export type Begun =
  | { readonly state: 'contracted' }
  | { readonly state: 'sent'; readonly stateLabel: string }
  | {
      readonly state: 'open'
      readonly path: string
      readonly words: string
      readonly expiresAt: string | undefined
    }

type BeginProps = {
  readonly begun: Begun | undefined
  readonly keys: FormKeys
  /** The query of the page: what was chosen in the fee simulator or found in the device check. */
  readonly asked: string
  readonly refused: string | undefined
}

export function BeginCard(props: BeginProps) {
  return (
    <section className="begin-card" aria-label="お申し込み">
      {props.refused === undefined ? null : (
        <Notice tone="warning" role="alert">
          {props.refused}
        </Notice>
      )}
      {new URLSearchParams(props.asked).has('one_stop') ? (
        <Notice tone="warning" role="status">
          ご利用中の携帯会社での手続きの結果を、このお申し込みに反映できませんでした。続きから入力し、電話番号の画面で、もう一度手続きしてください。
        </Notice>
      ) : null}
      <Begin {...props} />
    </section>
  )
}

function Begin({ begun, keys, asked }: BeginProps) {
  switch (begun?.state) {
    case 'contracted':
      return (
        <>
          <p>
            <strong>このアカウントでは、すでにご契約中です。</strong>
            {addLine.sentence}
          </p>
          <p>
            <ButtonLink kind="primary" href={addLine.href}>
              回線を増やす
            </ButtonLink>
            <ButtonLink href={pages.top}>マイページを開く</ButtonLink>
          </p>
        </>
      )
    case 'sent':
      return (
        <>
          <p>
            <strong>お申し込みを受け付けています（{begun.stateLabel}）。</strong>
          </p>
          <p>
            <ButtonLink kind="primary" href={orderPages.done}>
              申し込みの状況を見る
            </ButtonLink>
          </p>
        </>
      )
    case 'open':
      return (
        <>
          <p>
            <strong>入力の途中です（{begun.words}）。</strong>
            {begun.expiresAt === undefined
              ? ''
              : `${formatDate(begun.expiresAt)}まで、続きから入力できます。`}
          </p>
          <p>
            <ButtonLink kind="primary" href={begun.path}>
              続きから入力する
            </ButtonLink>
          </p>
          <Accordion title="はじめからやり直す">
            <KeyedForm keys={keys} of="discard" className="flow">
              <p>入力した内容を、すべて削除します。元には戻せません。</p>
              <Button kind="danger">入力した内容を削除する</Button>
            </KeyedForm>
          </Accordion>
        </>
      )
    default:
      return <Start asked={asked} />
  }
}

function Start({ asked }: Pick<BeginProps, 'asked'>) {
  const isDeleted = new URLSearchParams(asked).has('deleted')
  return (
    <>
      {isDeleted ? (
        <Notice tone="good" role="status">
          入力した内容を削除しました。
        </Notice>
      ) : (
        <p>
          <strong>5分ほどで申し込めます。</strong>
          入力した内容は1問ごとに保存され、あとから続けられます。
        </p>
      )}
      <p>
        <ButtonLink kind="primary" href={pathOf({ step: 'plan' }) + (isDeleted ? '' : asked)}>
          申し込みを始める
        </ButtonLink>
        <ButtonLink href={orderPages.status}>申し込みの状況を見る</ButtonLink>
      </p>
    </>
  )
}

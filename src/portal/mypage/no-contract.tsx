import { brand } from '#brand'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { LinkList } from '#ui/card.tsx'
import { Page, Section } from '#ui/layout.tsx'
import { placesFor } from './places.ts'

export const NO_CONTRACT_TITLE = 'このアカウントには、ご契約がまだありません'

/** An account of the provider without a contract: what is missing, and where to go. */
export function NoContract() {
  const open = placesFor('account')
  return (
    <Page>
      <h1>{NO_CONTRACT_TITLE}</h1>
      <p className="lead">
        ログインはできています。マイページは{brand.service}
        をご契約いただくと、データ残量や料金の確認、お手続きにお使いいただけます。
      </p>
      <Section id="order" title="はじめてお使いになる方">
        <p>
          データ容量と回線の数を選ぶと、毎月の金額がその場で分かります。お申し込みの流れと必要なものもご確認いただけます。
        </p>
        <ButtonRow>
          <ButtonLink kind="primary" href="/fee">
            料金プランを見る
          </ButtonLink>
          <ButtonLink href="/beginner">はじめての方へ</ButtonLink>
        </ButtonRow>
      </Section>
      <Section id="other-account" title="ご契約があるはずの方">
        <p>
          別の{brand.account}
          でご契約いただいている可能性があります。いったんログアウトし、ご契約時の{brand.account}
          でログインし直してください。お申し込みの直後は、表示されるまでに数分かかることがあります。
        </p>
        <ButtonRow>
          <ButtonLink href="/auth/logout">ログアウトして切り替える</ButtonLink>
        </ButtonRow>
      </Section>
      {open.length === 0 ? null : (
        <Section id="account" title="ご契約がなくても使えるページ">
          <LinkList entries={open} />
        </Section>
      )}
    </Page>
  )
}

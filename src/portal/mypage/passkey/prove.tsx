import { redirectDocument } from 'react-router'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Hidden, HiddenKeys, KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf, type FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { actions, outside } from '#portal/mypage/flow/submit.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { safeBackPath } from '#protocol/back-path.ts'
import { holdApi } from '#protocol/hold.ts'
import type { Call } from '#protocol/http.ts'
import type { Result } from '#protocol/endpoint.ts'
import { passkeyApi } from '#protocol/passkey.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { provePage } from '#vocabulary/pages.ts'
import { loginProofAddress, loginProofs, proofs, type Proof } from '#vocabulary/proof.ts'
import type { Route } from './+types/prove.ts'
import { KeyStage } from './key-stage.tsx'
import { showPasskey } from './sign.ts'
import { SigningButton } from './signing-button.tsx'
import { failureWords, isFailure } from './words.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'ご本人の確認'

const askedIn = ({ searchParams }: URL) => ({
  proof: proofs.find((known) => known === searchParams.get('proof')) ?? 'secondFactor',
  back: safeBackPath(searchParams.get('back') ?? undefined),
})

/** Who is proved by now, in another tab or by the reader, goes on at once. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const { proof, back } = askedIn(url)
  const [standing, { passkeys }, identity] = await Promise.all([
    ask(url, call(holdApi.proofGet)),
    ask(url, call(passkeyApi.passkeysGet)),
    ask(url, call(passkeyApi.identityProofGet)),
  ])
  if (standing[proof]) throw redirectDocument(back)
  const failed = url.searchParams.get('failed') ?? ''
  return {
    proof,
    back,
    failed: isFailure(failed) ? failed : undefined,
    check: identity.check,
    isUnavailable: url.searchParams.has('identity'),
    // Only one that has settled makes the device known.
    endsWait:
      standing.knownFrom !== undefined &&
      passkeys.some(({ state, settlesAt }) => state === 'active' && settlesAt === undefined),
    hasPasskey: passkeys.some(({ state }) => state === 'active'),
    keys: freshKeysOf(context),
  }
}

/** The reader leads back here, and from here where the member came from. */
export const action = actions({
  identity: {
    ask: (call: Call, form: FormData, idempotencyKey: string) => {
      const proof = textOf(form, 'proof')
      const back = provePage({ proof, back: safeBackPath(textOf(form, 'back')) })
      return call(passkeyApi.identityProofPost, { body: { back }, idempotencyKey })
    },
    to: outside(({ startUrl }: Result<typeof passkeyApi.identityProofPost>) => startUrl),
  },
})

export const meta = mypageMeta(title)

export default function ProvePage({ loaderData, actionData }: Route.ComponentProps) {
  const { proof, back, failed, hasPasskey, endsWait, keys } = loaderData
  return (
    <Frame title={title}>
      <Stopped refused={actionData?.refused} title="確認を始められませんでした" />
      {failed === undefined || actionData !== undefined ? null : (
        <Notice tone="warning" role="alert" title="パスキーで確認できませんでした">
          {failureWords[failed]}
        </Notice>
      )}
      <p className="lead">
        大切なお手続きのため、ご本人であることを確認します。確認のあとは、お手続きの続きに戻ります。
      </p>
      {hasPasskey ? <ByPasskey {...{ proof, back, keys, endsWait }} /> : null}
      {isLoginProof(proof) ? (
        <Card>
          <h2>{proof === 'secondFactor' ? '確認コードで確認する' : 'パスワードで確認する'}</h2>
          <p>
            {proof === 'secondFactor'
              ? 'ログインの画面に移り、メールで届く確認コードを入力します（1分ほど）。'
              : 'ログインの画面に移り、パスワードを入力します。'}
          </p>
          <ButtonLinkRow href={loginProofAddress(proof, back)}>
            {proof === 'secondFactor' ? '確認コードで確認する' : 'ログインし直す'}
          </ButtonLinkRow>
        </Card>
      ) : null}
      {proof === 'freshLogin' ? null : <ByChip {...loaderData} />}
    </Frame>
  )
}

const isLoginProof = (proof: Proof): proof is (typeof loginProofs)[number] =>
  loginProofs.some((known) => known === proof)

type WayProps = { readonly proof: Proof; readonly back: string; readonly keys: FormKeys }

/** A form of the server's own, not the router's: it answers with the session's new cookie. */
function ByPasskey({ proof, back, keys, endsWait }: WayProps & { readonly endsWait: boolean }) {
  return (
    <>
      <KeyStage title="パスキーで確認する">
        {endsWait
          ? '指紋・顔・画面ロックで確認します。この端末からのお申し込みも、保留せずに進みます。'
          : '指紋・顔・画面ロックで確認します。確認コードはいりません。'}
      </KeyStage>
      <form method="post" action="/auth/passkey">
        <HiddenKeys keys={keys} of="passkey" />
        <Hidden values={{ proof, back }} />
        <SigningButton sign={showPasskey}>パスキーで確認する</SigningButton>
      </form>
    </>
  )
}

type ByChipProps = WayProps & Pick<Route.ComponentProps['loaderData'], 'check' | 'isUnavailable'>

function ByChip({ proof, back, keys, check, isUnavailable }: ByChipProps) {
  const isWithStaff = check?.state === 'manual'
  return (
    <Card>
      <h2>本人確認書類のICチップで確認する</h2>
      <p>
        マイナンバーカードや運転免許証などを、スマホで読み取ります（3分から5分ほど）。パスキーが使えないときや、はじめての端末からすぐにお手続きしたいときに使えます。登録の連絡先にもお知らせします。
      </p>
      {isUnavailable ? (
        <Notice tone="warning" role="status" title="いまは読み取りを始められません">
          しばらくしてから、もう一度お試しください。登録情報に生年月日や住所がないときは、この方法では確認できません。
        </Notice>
      ) : check?.message === undefined || check.state === 'matched' ? null : (
        <Notice tone="info" role="status" title={check.stateLabel}>
          {check.message}
        </Notice>
      )}
      {isWithStaff ? null : (
        <KeyedForm keys={keys} of="identity" values={{ intent: 'identity', proof, back }}>
          <SubmitRow>ICチップで確認する</SubmitRow>
        </KeyedForm>
      )}
    </Card>
  )
}

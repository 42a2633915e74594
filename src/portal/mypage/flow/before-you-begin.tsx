import { useLocation, useMatches } from 'react-router'
import { ownAddress } from '#portal/mypage/flow/own-address.ts'
import type { BeforeYouBegin as Standing } from '#portal/mypage/flow/proofs.ts'
import { formatWhen } from '#portal/mypage/flow/wording.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PROOF_MINUTES, proofAddress, type Proof } from '#vocabulary/proof.ts'
import { TapLink } from '#ui/text-link.tsx'

const proofWords: Readonly<Record<Proof, string>> = {
  secondFactor:
    'このお手続きには、確認コードかパスキーでのご本人の確認が必要です（1分ほど）。先に済ませると、そのまま最後まで進めます。',
  strong:
    'このお手続きには、パスキー、または本人確認書類のICチップによるご本人の確認が必要です（1分から5分ほど）。先に済ませると、そのまま最後まで進めます。',
  freshLogin: `このお手続きには、${PROOF_MINUTES}分以内のログインが必要です（1分ほど）。先に済ませると、そのまま最後まで進めます。`,
}

/** Whether the page on show says of itself that nothing can be begun on it. */
export function useIsNothingToBegin(): boolean {
  const leaf: unknown = useMatches().at(-1)?.loaderData
  return typeof leaf === 'object' && leaf !== null && 'isClosed' in leaf && leaf.isClosed === true
}

/** What a stranger with the password and the mailbox does not have ends the wait at once. */
function StrongProof({ back }: { readonly back: string }) {
  return (
    <TapLink href={proofAddress('strong', back)}>
      パスキーか本人確認書類のICチップで確認して、待たずに進む
    </TapLink>
  )
}

/** Before anything is typed: what the last press will ask for, and how long the rule for new devices takes. */
export function BeforeYouBegin({ standing }: { readonly standing: Standing }) {
  const { pathname, search } = useLocation()
  const { proof, refusedUntil, holdHours } = standing
  const here = ownAddress(pathname, search)
  return (
    <>
      {refusedUntil === undefined ? null : (
        <Notice tone="warning" title="この端末からは、まだお手続きいただけません">
          はじめてログインした端末では、なりすましを防ぐため、
          <strong>{formatWhen(refusedUntil)}</strong>
          からお手続きいただけます。これまでにお使いの端末からは、いますぐお手続きいただけます。
          <StrongProof back={here} />
        </Notice>
      )}
      {holdHours === undefined ? null : (
        <Notice tone="info" title={`お申し込みのあと、${holdHours}時間お待ちいただきます`}>
          はじめてログインした端末からのお申し込みは、安全のため{holdHours}
          時間ほど進めずにお待ちします。これまでにお使いの端末からは、待たずに進みます。
          <StrongProof back={here} />
        </Notice>
      )}
      {proof === undefined || refusedUntil !== undefined ? null : (
        <Notice tone="info" title="はじめに、ご本人の確認をお願いします">
          <p>{proofWords[proof]}</p>
          <ButtonLinkRow href={proofAddress(proof, here)}>先に確認する</ButtonLinkRow>
        </Notice>
      )}
    </>
  )
}

import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { Fold } from '#console/parts/fold.tsx'
import { Press } from '#console/parts/press.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import type { ApprovalDetail } from './fact-table.tsx'
import { cameBack } from '#console/parts/came-back.ts'
import { slipFields } from '#vocabulary/guarded.ts'

type DecideProps = {
  readonly approval: ApprovalDetail
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}

/** Approve or refuse, each behind its 確認; who proposed can only withdraw. */
export function Decide({ approval, keys, stayed }: DecideProps) {
  const { approvalNo, canApprove, canWithdraw, state, isMine } = approval
  if (state !== 'proposed') return null
  const values = { approvalNo }
  const intent = stayed?.typed['intent']
  return (
    <Panel title="決める" tone="strong" aside="事実が変わったら、この承認は実行されません">
      <PanelBody>
        {canApprove ? (
          <>
            <Fold title="承認して実行する" letter="d" isOpen={intent === 'approve'}>
              <Press
                keys={keys}
                answersAbove
                intent="approve"
                values={values}
                kind="primary"
                fields={
                  <>
                    <SlipFields approval={approval} stayed={stayed} />
                    <p>すぐに実行し、元に戻せません。2段階目の確認が10分以内に必要です。</p>
                  </>
                }
              >
                承認して実行する
              </Press>
            </Fold>
            <Fold title="断る" isOpen={intent === 'refuse'}>
              <Press
                keys={keys}
                answersAbove
                intent="refuse"
                values={values}
                kind="danger"
                fields={
                  <TextArea
                    {...cameBack(stayed, 'refuse', 'reason')}
                    label="断る理由"
                    hint="提案した人に届きます。"
                    required
                    rows={3}
                  />
                }
              >
                断る
              </Press>
            </Fold>
          </>
        ) : (
          <p>
            {isMine
              ? '提案した本人は承認できません。ほかの人が決めるまで待ちます。'
              : 'あなたは承認できません。役割がないか、この件を開いた、または電話の相手を確かめたためです。'}
          </p>
        )}
        {canWithdraw ? (
          <Press keys={keys} answersAbove intent="withdraw" values={values}>
            取り下げる
          </Press>
        ) : null}
      </PanelBody>
    </Panel>
  )
}

/** What the second person reads from the paper too: what the first has typed is on no page until then. */
function SlipFields({
  approval: { typedBlind },
  stayed,
}: Pick<DecideProps, 'approval' | 'stayed'>) {
  if (typedBlind.length === 0) return null
  return (
    <>
      <p>
        控えを見て打ち込みます。提案した人が打ち込んだ値は、あなたが打ち終えるまで出ません。1つでも合わないと、この提案は断られ、2人とも打ち直します。
      </p>
      {typedBlind.map((name) => (
        <Field
          key={name}
          label={slipFields[name]}
          required
          autoComplete="off"
          type={name === 'transferredOn' ? 'date' : 'text'}
          {...cameBack(stayed, 'approve', name)}
        />
      ))}
    </>
  )
}

import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Press } from '#console/parts/press.tsx'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { OpenRecord } from '#console/record/open-record.tsx'
import { Field } from '#ui/field.tsx'
import type { LoadedTicket } from './load.ts'

type MemberProps = { readonly loaded: LoadedTicket; readonly stayed: Stayed | undefined }

/** Whose case it is. The record is opened out of the case, with its reason, and the member reads that. */
export function TicketMember({ loaded: { ticket, keys }, stayed }: MemberProps) {
  return (
    <Panel title="会員">
      <PanelBody>
        {ticket.accountId === undefined ? (
          <p>だれのお問い合わせか、まだ分かっていません。</p>
        ) : (
          <>
            <p>
              会員 {ticket.accountId}
              {ticket.contractId === undefined ? null : `・契約 ${ticket.contractId}`}
            </p>
            <OpenRecord
              keys={keys}
              account={ticket.accountId}
              ticket={ticket.ticketNo}
              isTicketFixed
              reason={ticket.reason}
            />
          </>
        )}
        {ticket.acts.includes('setMember') ? (
          <Press
            keys={keys}
            intent="setMember"
            values={{ ticketNo: ticket.ticketNo }}
            fields={
              <Field
                {...cameBack(stayed, 'setMember', 'accountId')}
                label="会員の番号"
                hint="「さがす」で見つけた番号です。記録は一度だけです。"
                required
                autoComplete="off"
              />
            }
          >
            会員を記録する
          </Press>
        ) : null}
      </PanelBody>
    </Panel>
  )
}

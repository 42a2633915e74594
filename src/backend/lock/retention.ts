import { held, left, said } from '#backend/held.ts'
import { lockLabels } from '#vocabulary/lock.ts'
import { lockStateWords } from '#vocabulary/states/lock.ts'

export const lockHeld = [
  held({
    table: 'contract_lock',
    by: 'contract_id',
    title: '手続きロック',
    kept: { for: 'settings' },
    columns: {
      contract_id: left.key,
      kind: said('種類', 'kind', lockLabels),
      state: said('状態', 'state', lockStateWords),
      wait_hours: '解除の待ち時間（時間）',
      shorter_wait_hours: '短くした待ち時間（時間）',
      shorter_from: '短い待ち時間が効く日時',
      lifts_at: '外れる日時',
      changed_at: '変えた日時',
      version: left.internal,
    },
  }),
]

import type { Adapter, AdapterPayload } from 'oidc-provider'
import { z } from 'zod'
import { firstRow, jsonOf, run, type Store } from '../wire/store.ts'

export const oidcSchema = `
  CREATE TABLE IF NOT EXISTS oidc_entry (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT,
    expires_at INTEGER, PRIMARY KEY (model, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS oidc_entry_grant ON oidc_entry (grant_id);
  CREATE INDEX IF NOT EXISTS oidc_entry_uid ON oidc_entry (uid);
  DELETE FROM oidc_entry WHERE expires_at < unixepoch();`

const rowSchema = z.object({ payload: jsonOf(z.record(z.string(), z.unknown())) })

/** Keeps sessions, grants and codes of the OIDC library in the data file. The library reckons in machine time. */
export function createOidcAdapter(store: Store, model: string): Adapter {
  const findBy = (column: 'id' | 'uid', value: string): AdapterPayload | undefined => {
    const sql = `SELECT payload FROM oidc_entry
      WHERE model = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at >= unixepoch())`
    return firstRow(store, rowSchema, sql, model, value)?.payload
  }
  return {
    async upsert(id, payload, expiresIn) {
      const sql = `INSERT INTO oidc_entry (model, id, payload, grant_id, uid, expires_at)
        VALUES (?, ?, ?, ?, ?, unixepoch() + ?)
        ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload,
          grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`
      const { grantId = null, uid = null } = payload
      run(store, sql, model, id, JSON.stringify(payload), grantId, uid, expiresIn ?? null)
    },
    async find(id) {
      return findBy('id', id)
    },
    async findByUid(uid) {
      return findBy('uid', uid)
    },
    async findByUserCode() {
      return undefined
    },
    async consume(id) {
      const sql = `UPDATE oidc_entry SET payload = json_set(payload, '$.consumed', unixepoch())
        WHERE model = ? AND id = ?`
      run(store, sql, model, id)
    },
    async destroy(id) {
      run(store, 'DELETE FROM oidc_entry WHERE model = ? AND id = ?', model, id)
    },
    async revokeByGrantId(grantId) {
      run(store, 'DELETE FROM oidc_entry WHERE grant_id = ?', grantId)
    },
  }
}

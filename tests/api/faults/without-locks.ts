import { OperationNodeTransformer, type KyselyPlugin, type SelectQueryNode } from 'kysely'
import type { DatabaseHandle } from '#backend/db/connect.ts'

/** Drops `for update` from every query: the guard of R3 taken away, to see that the test notices. */
class WithoutLocks implements KyselyPlugin {
  readonly #transformer = new Unlocked()
  transformQuery(args: Parameters<KyselyPlugin['transformQuery']>[0]) {
    return this.#transformer.transformNode(args.node, args.queryId)
  }
  async transformResult(args: Parameters<KyselyPlugin['transformResult']>[0]) {
    return args.result
  }
}

class Unlocked extends OperationNodeTransformer {
  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const { endModifiers: _, ...rest } = super.transformSelectQuery(node)
    return rest
  }
}

/** The same database, whose transactions do not lock what they read. */
export function unlocked(database: DatabaseHandle): DatabaseHandle {
  return { ...database, db: database.db.withPlugin(new WithoutLocks()) }
}

/// <reference path="../../server/tables.ts" />

/**
 * Every table of ours; the queue's tables belong to pg-boss. `src/server/tables.ts` adds the areas' declarations: no import
 * leads from here to an area. The reference is for the type check: an incremental one looks at all users of a table again
 * after its declaration was changed.
 */
export interface Database {}

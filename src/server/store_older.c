/* store_older.c - reads databases of earlier formats, which have tables where this one has rows.
 *
 * Up to format 3 the parts of the server had separate tables beside `row`. Each is made here if it
 * is missing (the first version had none), read into rows, and dropped. Entries of deleted games
 * are left out.
 */
#include "store_inside.h"

#define FILED "INSERT OR REPLACE INTO row(kind,key,also,n,text) SELECT "
#define STANDS " WHERE game IN (SELECT num FROM game)"

/* Run in this order, in one transaction. */
const char *const store_from_3[] = {
    /* rows, which knew one key */
    "CREATE TABLE IF NOT EXISTS row(kind TEXT NOT NULL, key TEXT NOT NULL, n INTEGER NOT NULL, "
    "text TEXT NOT NULL, PRIMARY KEY(kind, key)) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS row_order ON row(kind, n)",
    "ALTER TABLE row ADD COLUMN also TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX row_also ON row(kind, also) WHERE also <> ''",
    /* notices */
    "CREATE TABLE IF NOT EXISTS owed(game, side, id, ways)",
    FILED "'owed',game||'/'||side,'',ways,id FROM owed" STANDS,
    "CREATE TABLE IF NOT EXISTS hook_trouble(game, side, at, why)",
    FILED "'hook trouble',game||'/'||side,'',at,why FROM hook_trouble" STANDS,
    "CREATE TABLE IF NOT EXISTS push_sub(id, endpoint, p256dh, auth, account, game, side, "
    "quiet_from, quiet_to, zone, made, failed, why)",
    FILED "'push',CASE WHEN account>0 THEN 'a'||account ELSE 'g'||game||'/'||side END||'/'||"
          "endpoint,endpoint||' ',made,json_object('id',id,'endpoint',endpoint,'p256dh',p256dh,"
          "'auth',auth,'from',quiet_from,'to',quiet_to,'zone',zone,'failed',failed,'why',why) FROM "
          "push_sub WHERE account>0 OR game IN (SELECT num FROM game)",
    /* accounts */
    "CREATE TABLE IF NOT EXISTS mail(account, address, wanted, stop, quiet_from, quiet_to, zone, "
    "last, failed, why)",
    FILED "'mail',account,stop||' ',0,json_object('address',address,'on',wanted,'stop',stop,'from',"
          "quiet_from,'to',quiet_to,'zone',zone,'last',last,'failed',failed,'why',why) FROM mail",
    "CREATE TABLE IF NOT EXISTS ticket(hash, kind, account, text, until)",
    FILED "'ticket',hash,account||'/'||kind||'/',until,json_object('account',account,'kind',kind,"
          "'text',text) FROM ticket",
    "CREATE TABLE IF NOT EXISTS old_name(fold, account, until)",
    FILED "'old name',fold,account||'/',until,account FROM old_name",
    /* between players */
    "CREATE TABLE IF NOT EXISTS mute(game, side)",
    FILED "'mute',game||'/'||side,'',0,'' FROM mute" STANDS,
    "CREATE TABLE IF NOT EXISTS silence(game, side)",
    FILED "'silence',game||'/'||side,'',0,'' FROM silence" STANDS,
    "CREATE TABLE IF NOT EXISTS block(account, other, at)",
    FILED "'block',account||'/'||other,other||'/',at,'' FROM block",
    /* the referees' desk: the open report of a seat is a separate row */
    "CREATE TABLE IF NOT EXISTS report(id, at, game, num, side, account, accused, name, about, "
    "text, chat, times, done, verdict)",
    FILED "CASE WHEN done THEN 'judged' ELSE 'report' END,account||'/'||id,CASE WHEN accused>0 "
          "THEN accused||'/' ELSE '' END,CASE WHEN done THEN done ELSE at END,json_object('at',at,"
          "'game',game,'num',num,'side',side,'account',account,'accused',accused,'name',name,"
          "'about',about,'text',text,'chat',chat,'times',times,'verdict',verdict) FROM report",
    FILED "'report on',num||'/'||side,'',at,account||'/'||id||' '||accused FROM report WHERE "
          "done=0",
    "CREATE TABLE IF NOT EXISTS ban(account, at, until, reason)",
    FILED "'ban',account,'',until,reason FROM ban",
    "CREATE TABLE IF NOT EXISTS warning(account, at, reason)",
    FILED "'warning',account||'/'||at||'-'||rowid,'',at,reason FROM warning",
    "CREATE TABLE IF NOT EXISTS referee(account, at)",
    FILED "'referee',account,'',at,'' FROM referee",
    "CREATE TABLE IF NOT EXISTS audit(id, at, who, what, whom, why)",
    FILED "'audit',id,'',at,json_object('who',who,'what',what,'whom',whom,'why',why) FROM audit",
    "DROP TABLE owed", "DROP TABLE hook_trouble", "DROP TABLE push_sub", "DROP TABLE mail",
    "DROP TABLE ticket", "DROP TABLE old_name", "DROP TABLE mute", "DROP TABLE silence",
    "DROP TABLE block", "DROP TABLE report", "DROP TABLE ban", "DROP TABLE warning",
    "DROP TABLE referee", "DROP TABLE audit", NULL};

/* store_tables.c - see store_sql.h: one line for each part that has tables of its own. */
#include "store_sql.h"

#include "account_mail.h"
#include "mail.h"
#include "notice.h"
#include "order.h"

const char *const store_tables[] = {notice_tables, mail_tables, account_tables, order_tables, NULL};

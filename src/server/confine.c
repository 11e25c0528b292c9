/* confine.c - see confine.h: limits, and filters of system calls (seccomp). */
#include "confine.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#else
#define SANITIZED 0
#endif
#if defined __x86_64__
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OUR_ARCH AUDIT_ARCH_AARCH64
#endif

enum { MOST = 128 };
struct program {
  struct sock_filter line[MOST * 2];
  unsigned short n;
};
static void add(struct program *p, uint16_t code, uint8_t yes, uint8_t no, uint32_t k) {
  if (p->n < MOST * 2)
    p->line[p->n++] = (struct sock_filter){code, yes, no, k};
}

static void answer(struct program *p, uint32_t with) {
  add(p, BPF_RET | BPF_K, 0, 0, with);
}

static void load(struct program *p, size_t offset) {
  add(p, BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset);
}

/* The call with this number gets this answer. */
static void when(struct program *p, long number, uint32_t with) {
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (uint32_t)number);
  answer(p, with);
}
#define REFUSE (SECCOMP_RET_ERRNO | EPERM)

/* Calls of another architecture have other numbers, so they are killed first. */
static void begin(struct program *p) {
#ifdef OUR_ARCH
  load(p, offsetof(struct seccomp_data, arch));
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, OUR_ARCH);
  answer(p, SECCOMP_RET_KILL_PROCESS);
#endif
  load(p, offsetof(struct seccomp_data, nr));
}

/* Without the right to filter, the program runs unconfined; the service's own limits still hold. */
static void install(struct program *p) {
#ifdef OUR_ARCH
  struct sock_fprog all = {.len = p->n, .filter = p->line};
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all);
#else
  (void)p;
#endif
}

/* ---- an opponent's process */
/* Threads yes, processes no: a new one must share everything with this one. */
static void only_threads(struct program *p) {
#ifdef OUR_ARCH
  add(p, BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_clone);
  load(p, offsetof(struct seccomp_data, args[0]));
  add(p, BPF_JMP | BPF_JSET | BPF_K, 0, 1, CLONE_THREAD);
  answer(p, SECCOMP_RET_ALLOW);
  answer(p, REFUSE);
  when(p, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS); /* the library then uses clone */
#else
  (void)p;
#endif
}

static const long THINKING[] = {SYS_read,
                                SYS_write,
                                SYS_readv,
                                SYS_writev,
                                SYS_close,
                                SYS_fstat,
                                SYS_lseek,
                                SYS_mmap,
                                SYS_mprotect,
                                SYS_munmap,
                                SYS_mremap,
                                SYS_madvise,
                                SYS_brk,
                                SYS_futex,
                                SYS_exit,
                                SYS_exit_group,
                                SYS_rt_sigaction,
                                SYS_rt_sigprocmask,
                                SYS_rt_sigreturn,
                                SYS_sigaltstack,
                                SYS_clock_gettime,
                                SYS_clock_getres,
                                SYS_gettimeofday,
                                SYS_nanosleep,
                                SYS_sched_yield,
                                SYS_getpid,
                                SYS_gettid,
                                SYS_clock_nanosleep,
                                SYS_set_robust_list,
                                SYS_rseq,
                                SYS_getrandom,
                                SYS_sched_getaffinity,
                                SYS_prctl,
                                SYS_tgkill,
                                SYS_sysinfo,
                                SYS_restart_syscall,
                                SYS_getcpu,
                                SYS_membarrier};

/* A process that only thinks needs to read, write and have memory. */
void confine_worker(void) {
  struct program p = {.n = 0};
  const struct rlimit none = {0, 0};

  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){8, 8});
  if (SANITIZED) /* whose shadow needs terabytes, and whose reports need files */
    return;
  setrlimit(RLIMIT_AS, &(struct rlimit){4ul << 30, 4ul << 30});
  begin(&p);
  for (size_t i = 0; i < sizeof THINKING / sizeof *THINKING; i++)
    when(&p, THINKING[i], SECCOMP_RET_ALLOW);
  only_threads(&p);
  load(&p, offsetof(struct seccomp_data, nr));
  answer(&p, REFUSE);
  install(&p);
}

/* ---- the server */
static const long NEVER[] = {SYS_ptrace,
                             SYS_process_vm_readv,
                             SYS_process_vm_writev,
                             SYS_mount,
                             SYS_umount2,
                             SYS_pivot_root,
                             SYS_chroot,
                             SYS_swapon,
                             SYS_swapoff,
                             SYS_reboot,
                             SYS_kexec_load,
                             SYS_init_module,
                             SYS_finit_module,
                             SYS_delete_module,
                             SYS_bpf,
                             SYS_perf_event_open,
                             SYS_keyctl,
                             SYS_add_key,
                             SYS_request_key,
                             SYS_userfaultfd,
                             SYS_setns,
                             SYS_unshare,
                             SYS_open_by_handle_at,
                             SYS_personality,
                             SYS_acct,
                             SYS_settimeofday,
                             SYS_clock_settime,
                             SYS_io_uring_setup,
                             SYS_io_uring_enter,
                             SYS_io_uring_register,
                             SYS_sethostname,
                             SYS_setdomainname,
                             SYS_vhangup,
                             SYS_quotactl};

/* The server may do most things, but never start programs or look into others. */
void confine_server(void) {
  struct program p = {.n = 0};

  if (SANITIZED)
    return;
  begin(&p);
  for (size_t i = 0; i < sizeof NEVER / sizeof *NEVER; i++)
    when(&p, NEVER[i], REFUSE);
  answer(&p, SECCOMP_RET_ALLOW);
  install(&p);
}

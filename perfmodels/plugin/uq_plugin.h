/* The interface of performance models in shared libraries: C99, one exported symbol, `uqpm_entry`.
 *
 * A library lists models (uqpm_descriptor); the host creates instances of one (uqpm_model) from a
 * configuration and has them evaluate batches of rows (uqpm_batch). Authors in C++ may prefer
 * uq_plugin.hpp, which writes all of this for a model of about 15 lines.
 *
 * RULES
 *   Memory    Each side owns what it made. Strings are UTF-8, NUL-terminated and without control
 *             characters; those of a library live until the process ends, those of an instance
 *             until its destroy().
 *   Errors    No exception, longjmp, exit() or abort() crosses. Nothing is printed: stdout belongs
 *             to the host; there is message().
 *   Process   A call leaves alone the floating-point environment, the locale, the working folder,
 *             environment variables, the umask, signal handlers and file descriptors of the
 *             process. (The host restores rounding and flush-to-zero itself; the rest it cannot.)
 *   Threads   In brackets at each function, after what the host guarantees.
 *
 * GROWTH
 *   A struct begins with struct_size: what its writer knew of it, sizeof at its compile time.
 * Within a major version fields are only added, at the end, and enumerations only grow at the end,
 * so a reader uses min(struct_size, its own sizeof) bytes and takes absent fields for zero. Arrays
 * of structs step by the struct_size of their first element. Larger additions come as an
 *   extension(), named "uqpm.NAME/VERSION". A host refuses another major version, values it does
 *   not know in kind, role and fidelity, and unknown flags of a library that claims a minor version
 *   the host knows: there they are uninitialised memory.
 *
 * Why integers of fixed width where an enum would read better: the width of an enum is the
 * compiler's choice (-fshort-enums), and this is a binary interface. There is no padding: every
 * byte of a struct is a named field, on any machine with 64-bit pointers.
 */
#ifndef UQ_PLUGIN_H
#define UQ_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define UQPM_ABI_MAJOR 1u
#define UQPM_ABI_MINOR 0u

/* Before the definition of uqpm_entry: visible even under -fvisibility=hidden. */
#if defined(__GNUC__)
#define UQPM_EXPORT __attribute__((visibility("default")))
#else
#define UQPM_EXPORT
#endif

/* What became of a call. An error of evaluate() concerns every row of the batch; the host repeats
 * the batch row by row, so that only rows that fail by themselves are lost. */
typedef int32_t uqpm_status;
enum {
  UQPM_OK = 0,
  UQPM_E_CONFIG = 1,      /* the configuration is refused (create only) */
  UQPM_E_DOMAIN = 2,      /* a row is outside the domain of the model; better: UQPM_PT_FAILED */
  UQPM_E_UNSUPPORTED = 3, /* not with this host or machine */
  UQPM_E_CANCELLED = 4,   /* stopped because cancelled() said so */
  UQPM_E_INTERNAL = 5     /* a fault of the plugin */
};

/* What became of a row. The host sets every row to UQPM_PT_UNSET before a call and every output to
 * NaN: a row or output that is forgotten is noticed, never taken for a result. Outputs of rows that
 * are not OK are not read. */
typedef uint8_t uqpm_point_status;
enum {
  UQPM_PT_OK = 0,
  UQPM_PT_INFEASIBLE = 1, /* this configuration cannot exist: does not fit in memory, dp > batch */
  UQPM_PT_FAILED = 2,     /* no result for another reason; say why with message() */
  UQPM_PT_SKIPPED = 3,    /* not evaluated because cancelled() said so */
  UQPM_PT_UNSET = 255     /* the host's; a plugin never writes it */
};

/* Kind of an input or output; values travel as double whatever it is. */
enum {
  UQPM_REAL = 0,
  UQPM_INTEGER = 1,     /* whole numbers; inputs only */
  UQPM_CATEGORICAL = 2, /* index of one of `categories`, from 0 */
  UQPM_BOOL = 3         /* 0 or 1; inputs only */
};

/* Role of an output. */
enum {
  UQPM_ROLE_METRIC = 0,     /* a figure of merit */
  UQPM_ROLE_REGIME = 1,     /* which bottleneck is active; categorical */
  UQPM_ROLE_STAGE = 2,      /* a part of output `parent`; stages of one parent sum to it */
  UQPM_ROLE_CONSTRAINT = 3, /* a figure some limit applies to, e.g. memory in use */
  UQPM_ROLE_COST = 4,       /* money, energy, machines */
  UQPM_ROLE_DIAGNOSTIC = 5
};

/* Fidelity: how a model arrives at its figures. */
enum {
  UQPM_ANALYTICAL = 0,
  UQPM_TRACE_REPLAY = 1,
  UQPM_EVENT_DRIVEN = 2,
  UQPM_CYCLE_APPROXIMATE = 3,
  UQPM_MEASURED = 4,
  UQPM_SURROGATE = 5
};

/* Flags of a descriptor. */
enum {
  /* evaluate() may run on several threads at once on one instance. */
  UQPM_INSTANCE_CONCURRENT = 1u << 0,
  /* Different instances may be used at once, each by one thread; the host makes one per thread. A
   * model with neither flag makes calls of its whole library enter one at a time. */
  UQPM_INSTANCES_CONCURRENT = 1u << 1,
  /* The same row (and seed) gives the same bits in any batch, instance and thread. A host that
   * promises reproducible results refuses models without it. */
  UQPM_DETERMINISTIC = 1u << 2,
  /* Draws random numbers, from batch.seeds alone. */
  UQPM_STOCHASTIC = 1u << 3,
  /* Makes threads of its own, at most batch.max_threads. */
  UQPM_INTERNAL_THREADS = 1u << 4,
  /* Fastest when each row is an array (x_col and y_col are 1); without it, when each column is.
   * Only a wish: strides are honoured all the same. */
  UQPM_PREFERS_ROWS = 1u << 5
};

/* Flags of an input. */
enum {
  UQPM_LOWER_OPEN = 1u << 0, /* `lower` itself is not allowed */
  UQPM_LOG_SCALE = 1u << 1   /* sweeps over it are better logarithmic */
};

/* Severity of a message. */
enum { UQPM_INFO = 0, UQPM_WARNING = 1, UQPM_ERROR = 2 };

/* One input. The host passes only values within what is declared here: finite, in [lower, upper],
 * whole where the kind says so, indices below n_categories. */
typedef struct uqpm_input {
  uint32_t struct_size;
  uint32_t kind;
  const char *name;  /* not empty, unique among the inputs */
  const char *label; /* for figures, or NULL */
  const char *unit;  /* UCUM style: "ms", "GB/s"; "1" for a pure number */
  const char *doc;   /* one sentence, or NULL */
  double lower;      /* -INFINITY: unbounded; real and integer only, as is upper */
  double upper;
  double nominal;                /* a typical value, NAN: none */
  const char *const *categories; /* categorical only, else NULL and 0 */
  uint32_t n_categories;
  uint32_t flags;
} uqpm_input;

/* One output. */
typedef struct uqpm_output {
  uint32_t struct_size;
  uint32_t kind; /* real or categorical */
  const char *name;
  const char *label;
  const char *unit;
  const char *doc;
  const char *const *categories; /* e.g. "compute", "hbm", "network" for a regime */
  uint32_t n_categories;
  uint32_t role;
  int32_t parent; /* stages only: index of the output they sum to */
  int32_t sense;  /* -1 less is better, +1 more is better, 0 neither */
} uqpm_output;

/* One model of a library, before it is created. */
typedef struct uqpm_descriptor {
  uint32_t struct_size;
  uint32_t fidelity;
  const char *id;      /* not empty, unique in the library; what a study says as `model` */
  const char *version; /* not empty; stored with results */
  const char *vendor;  /* or NULL */
  const char *doc;     /* or NULL */
  const char *config_schema_json; /* JSON Schema of the configuration, or NULL */
  uint32_t flags;
  uint32_t reserved; /* 0 */
} uqpm_descriptor;

/* Rows to evaluate. Value j of row i is x[i * x_row + j * x_col], output k of it
 * y[i * y_row + k * y_col], counted in doubles; a plugin honours any strides. x does not overlap y.
 */
typedef struct uqpm_batch {
  uint32_t struct_size;
  uint32_t max_threads; /* threads the plugin may use, >= 1 */
  size_t n;             /* rows, >= 1 */
  size_t n_in;
  size_t n_out;
  const double *x;
  size_t x_row;
  size_t x_col;
  double *y;
  size_t y_row;
  size_t y_col;
  uqpm_point_status *status; /* n */
  const uint64_t *seeds;     /* n for stochastic models, else NULL */
  void *host;                /* for the two functions below */
  /* Non-zero: stop soon, mark the rows left SKIPPED. [any thread, during evaluate; cheap] */
  int32_t (*cancelled)(void *host);
  /* Explains a row, or the whole batch (row -1); of several for one row the last counts. The text
   * is copied. [any thread, during evaluate] */
  void (*message)(void *host, int32_t severity, int64_t row, const char *text);
} uqpm_batch;

/* An instance of a model, made by create(). All fields stay as they are until destroy(). */
typedef struct uqpm_model uqpm_model;
struct uqpm_model {
  uint32_t struct_size;
  uint32_t n_inputs;  /* >= 1 */
  uint32_t n_outputs; /* >= 1 */
  uint32_t reserved;  /* 0 */
  void *self;         /* the plugin's */
  const uqpm_input *inputs;
  const uqpm_output *outputs;
  double cost_hint_s;       /* seconds a row, 0: unknown */
  uint64_t preferred_batch; /* most rows a call, 0: any number */
  /* Evaluates all rows of the batch. [as the thread flags say; never during create or destroy of
   * this instance] */
  uqpm_status (*evaluate)(uqpm_model *, const uqpm_batch *);
  /* A later addition by its name, NULL if unknown; may itself be NULL. [any thread] */
  const void *(*extension)(uqpm_model *, const char *id);
  /* Frees the instance. [any thread, once, one create or destroy of the library at a time; while
   * other instances evaluate only under one of the concurrent flags] */
  void (*destroy)(uqpm_model *);
};

/* What uqpm_entry returns; static. The first three fields are the handshake and stay where they are
 * in every version to come. */
typedef struct uqpm_library {
  uint32_t struct_size;
  uint32_t abi_major; /* UQPM_ABI_MAJOR, UQPM_ABI_MINOR of the header compiled against */
  uint32_t abi_minor;
  uint32_t n_models; /* >= 1 */
  /* Descriptor of model i < n_models; cheap, without effects, static. [any thread] */
  const uqpm_descriptor *(*descriptor)(uint32_t i);
  /* Makes an instance of model i. `config_json` is a JSON object, "{}" when there is nothing to
   * say; a key the model does not know should be refused. On failure: an error, and its reason for
   * the user as text in err[0 .. err_cap-1], NUL-terminated. [any thread, one create or destroy of
   * the library at a time; while other instances evaluate only under one of the concurrent flags]
   */
  uqpm_status (*create)(
      uint32_t i, const char *config_json, uqpm_model **out, char *err, size_t err_cap);
} uqpm_library;

/* The one exported symbol. The host's version lets a plugin adapt; NULL refuses the host. Called
 * once or more, always with the same answer. [any thread] */
UQPM_EXPORT const uqpm_library *uqpm_entry(uint32_t host_major, uint32_t host_minor);

#ifdef __cplusplus
}
#endif
#endif

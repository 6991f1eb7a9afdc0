//! `wasm FOLDER` runs the package's modules in FOLDER like the glue of wasm-bindgen. It prints the
//! instructions of each path, which are the fuel of an interpreter and the same on every machine.
//!
//! It does not count the work of JavaScript itself (the bytes of a key, copies, base64).

use std::path::Path;

use instructions::{KEYS, ROUNDS, keys, lines};
use wasmi::{Config, Engine, F64, Func, Instance, Linker, Memory, Module as Code, Store, Val};

const RATE: f64 = 0.01;
/// The layouts in the order in which wasm-bindgen numbers them, which is that of `Layout`.
const LAYOUTS: [&str; 3] = ["standard", "partitioned", "blocked"];
/// The numbers of `Cells`. They are passed as doubles.
const BITS: f64 = 0.0;
const COUNTERS_OF_FOUR: f64 = 2.0;
/// A result that can throw has this many bytes: a number, an error, and whether it is one.
const RETURNED_BYTES: i32 = 16;

/// More fuel than all paths need together.
const FUEL: u64 = 1 << 60;

/// An instance of a module.
struct Module {
    name: &'static str,
    store: Store<()>,
    instance: Instance,
    memory: Memory,
    input: usize,
}

impl Module {
    fn open(folder: &Path, name: &'static str) -> Module {
        let bytes = std::fs::read(folder.join(format!("{name}.wasm"))).expect("a built module");
        let engine = Engine::new(Config::default().consume_fuel(true));
        let code = Code::new(&engine, &bytes).expect("a valid module");
        let mut store = Store::new(&engine, ());
        store.set_fuel(FUEL).expect("fuel is on");
        let mut linker = Linker::new(&engine);
        for import in code.imports() {
            let (name, kind) =
                (import.name().to_string(), import.ty().func().expect("functions").clone());
            let stub = Func::new(&mut store, kind, move |_, _, _| {
                // The table of references belongs to JavaScript. The other imports format errors.
                assert!(name.contains("table"), "unexpected call of {name}");
                Ok(())
            });
            linker.define(import.module(), import.name(), stub).expect("distinct names");
        }
        let instance = linker.instantiate_and_start(&mut store, &code).expect("all imports");
        let memory = instance.get_memory(&store, "memory").expect("a memory");
        let mut module = Module { name, store, instance, memory, input: 0 };
        module.call("__wbindgen_start", &[]);
        module.returned("resizeInput", &[Val::I32(1 << 20)]);
        module.input = module.call("inputStart", &[]) as usize;
        module
    }

    /// The result, as a number.
    fn call(&mut self, name: &str, arguments: &[Val]) -> i32 {
        let function = self.instance.get_func(&self.store, name).expect(name);
        let mut answers = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, arguments, &mut answers).expect(name);
        answers.first().and_then(Val::i32).unwrap_or(0)
    }

    /// The words of a result that can be an error, and must not be one.
    fn returned(&mut self, name: &str, arguments: &[Val]) -> [i32; 4] {
        let stack = "__wbindgen_add_to_stack_pointer";
        let place = self.call(stack, &[Val::I32(-RETURNED_BYTES)]);
        let all: Vec<_> = [Val::I32(place)].iter().chain(arguments).cloned().collect();
        self.call(name, &all);
        let mut words = [0; RETURNED_BYTES as usize];
        self.memory.read(&self.store, place as usize, &mut words).expect("within the memory");
        self.call(stack, &[Val::I32(RETURNED_BYTES)]);
        let (words, _) = words.as_chunks::<4>();
        std::array::from_fn(|i| i32::from_le_bytes(words[i]))
    }

    fn write(&mut self, bytes: &[u8]) {
        self.memory.write(&mut self.store, self.input, bytes).expect("within the memory");
    }

    /// A filter for all keys, with these keys inserted.
    fn filter(&mut self, layout: i32, cells: f64, keys: &[Vec<Vec<u8>>]) -> i32 {
        let real = |number: f64| Val::F64(F64::from(number));
        let capacity = (KEYS * ROUNDS) as f64;
        let shape = [Val::I32(layout), real(capacity), real(RATE), Val::I32(0), real(cells)];
        let [filter, _, failed, _] = self.returned("filter_withRate", &shape);
        assert_eq!(failed, 0, "the filter was not created");
        for keys in keys {
            self.insert_lines(filter, keys);
        }
        filter
    }

    fn insert_lines(&mut self, filter: i32, keys: &[Vec<u8>]) {
        let text = lines(keys);
        self.write(&text);
        self.returned("filter_insertLines", &[Val::I32(filter), Val::I32(text.len() as i32)]);
    }

    /// Prints the instructions that `work` takes per key.
    fn report(&mut self, name: &str, work: impl FnOnce(&mut Module) -> bool) {
        let before = self.store.get_fuel().expect("fuel is on");
        assert!(work(self), "{name}: unexpected result");
        let spent = before - self.store.get_fuel().expect("fuel is on");
        println!("{}: {name}\t{KEYS}\tkey\t{spent}", self.name);
    }

    /// The instructions per call. Each call is for one key, and `least` to `most` of them must
    /// return 1.
    fn each(
        &mut self,
        name: &str,
        call: &str,
        filter: i32,
        keys: &[Vec<u8>],
        range: (usize, usize),
    ) {
        self.report(name, |module| {
            let mut ones = 0;
            for key in keys {
                module.write(key);
                let arguments = [Val::I32(filter), Val::I32(key.len() as i32)];
                ones += module.call(call, &arguments);
            }
            (range.0..=range.1).contains(&(ones as usize))
        });
    }
}

const ALL: (usize, usize) = (KEYS, KEYS);
const MOST: (usize, usize) = (KEYS - KEYS / 20, KEYS);
const FEW: (usize, usize) = (0, KEYS / 20);

/// Hits, misses and inserts one by one.
fn one_by_one(module: &mut Module, label: &str, layout: i32, cells: f64, length: usize) {
    let (own, others) = (keys(length, 1), keys(length, 2));
    let full = module.filter(layout, cells, &own);
    let empty = module.filter(layout, cells, &[]);
    module.each(&format!("contains, hit, {label}"), "filter_contains", full, &own[0], ALL);
    module.each(&format!("contains, miss, {label}"), "filter_contains", full, &others[0], FEW);
    module.each(&format!("insert, {label}"), "filter_insert", empty, &own[0], MOST);
}

fn main() {
    let folder = std::env::args().nth(1).expect("the folder of the modules");
    let module = &mut Module::open(Path::new(&folder), "edgebloom");
    for (layout, name) in (0..).zip(LAYOUTS) {
        for length in [8, 32, 100] {
            one_by_one(module, &format!("{name}, {length} bytes"), layout, BITS, length);
        }
    }
    one_by_one(module, "counting, 32 bytes", 0, COUNTERS_OF_FOUR, 32);
    let own = keys(32, 1);
    let counting = module.filter(0, COUNTERS_OF_FOUR, &own);
    module.each("remove, counting, 32 bytes", "filter_remove", counting, &own[0], ALL);
    for (layout, name) in (0..).zip(LAYOUTS) {
        let full = module.filter(layout, BITS, &own);
        let empty = module.filter(layout, BITS, &[]);
        for (question, keys) in [("hit", &own), ("miss", &keys(32, 2))] {
            let text = lines(&keys[0]);
            module.write(&text);
            module.report(&format!("contains_lines, {question}, {name}, 32 bytes"), |module| {
                let arguments = [Val::I32(full), Val::I32(text.len() as i32)];
                module.returned("filter_containsLines", &arguments)[1] as usize == KEYS
            });
        }
        module.report(&format!("insert_lines, {name}, 32 bytes"), |module| {
            module.insert_lines(empty, &own[0]);
            true
        });
    }
}

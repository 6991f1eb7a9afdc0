//! `wasm FOLDER` runs the package's modules, which are in FOLDER, as its JavaScript does, and prints how many
//! instructions each path takes: the fuel of an interpreter, which is the same on every machine.
//!
//! What JavaScript does itself (a key's bytes, the copies, base64) is not in it.

use std::path::Path;

use edgebloom::key::KeyEncoding;
use edgebloom::{Filter, Head, Scheme, Shape, Width, format};
use instructions::{KEYS, ROUNDS, keys, lines};
use wasmi::{Config, Engine, F64, Instance, Linker, Memory, Module as Code, Store, Val};

const RATE: f64 = 0.01;
const DUMP_BITS: u64 = 1 << 23;

/// More than all of it takes.
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
        let code = Code::new(&engine, &bytes).expect("a sound module");
        let mut store = Store::new(&engine, ());
        store.set_fuel(FUEL).expect("fuel is on");
        let instance =
            Linker::new(&engine).instantiate_and_start(&mut store, &code).expect("no imports");
        let memory = instance.get_memory(&store, "memory").expect("a memory");
        let mut module = Module { name, store, instance, memory, input: 0 };
        module.call("resize_input", &[Val::I32(0)]);
        module.input = module.call("input", &[]) as usize;
        module
    }

    /// The answer, as a number.
    fn call(&mut self, name: &str, arguments: &[Val]) -> f64 {
        let function = self.instance.get_func(&self.store, name).expect(name);
        let mut answers = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, arguments, &mut answers).expect(name);
        match answers.first() {
            Some(Val::F64(number)) => number.to_float(),
            Some(Val::I32(number)) => f64::from(*number),
            _ => 0.0,
        }
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        self.memory.write(&mut self.store, at, bytes).expect("within the memory");
    }

    /// The filter of a dump, in this module.
    fn load(&mut self, dump: &[u8]) -> Val {
        self.write(self.input, &dump[..dump.len().min(4096)]);
        let start = Val::I32(dump.len().min(4096) as i32);
        let head =
            self.call("begin_load", &[start, Val::F64(F64::from(dump.len() as f64)), Val::I32(0)]);
        assert!(head > 0.0, "the dump is refused");
        let words = self.call("load_words", &[]) as usize;
        let end = dump.len() - 8;
        self.write(words, &dump[head as usize..end]);
        self.write(self.input, &dump[end..]);
        let filter = self.call("finish_load", &[Val::I32(0)]);
        assert!(filter > 0.0, "the dump is refused");
        Val::I32(filter as i32)
    }

    /// Prints what `work` takes.
    fn report(
        &mut self,
        name: &str,
        units: usize,
        unit: &str,
        work: impl FnOnce(&mut Module) -> bool,
    ) {
        let before = self.store.get_fuel().expect("fuel is on");
        assert!(work(self), "{name}: not what was expected of it");
        let spent = before - self.store.get_fuel().expect("fuel is on");
        println!("{}: {name}\t{units}\t{unit}\t{spent}", self.name);
    }

    /// What a call for each key takes, which answers 1 for `least` to `most` of them.
    fn each(
        &mut self,
        name: &str,
        call: &str,
        filter: &Val,
        keys: &[Vec<u8>],
        range: (usize, usize),
    ) {
        self.report(name, keys.len(), "key", |module| {
            let mut ones = 0;
            for key in keys {
                module.write(module.input, key);
                ones += module.call(call, &[filter.clone(), Val::I32(key.len() as i32)]) as usize;
            }
            (range.0..=range.1).contains(&ones)
        });
    }
}

const ALL: (usize, usize) = (KEYS, KEYS);
const MOST: (usize, usize) = (KEYS - KEYS / 20, KEYS);
const FEW: (usize, usize) = (0, KEYS / 20);

fn filter(scheme: Scheme, width: Width, keys: &[Vec<Vec<u8>>]) -> Vec<u8> {
    let head = Head::with_rate(scheme, (KEYS * ROUNDS) as u64, RATE, 0).unwrap();
    let head = match scheme {
        Scheme::GuavaMitz64 => Head {
            shape: Shape::new(scheme, (KEYS * ROUNDS) as u64 * 10 / 64 * 64, 7).unwrap(),
            encoding: KeyEncoding::JavaText,
            target: None,
            ..head
        },
        _ => Head { width, ..head },
    };
    dump(Filter::new(head).unwrap(), keys)
}

fn dump(mut filter: Filter, keys: &[Vec<Vec<u8>>]) -> Vec<u8> {
    for key in keys.iter().flatten() {
        filter.insert(key).unwrap();
    }
    format::to_bytes(&filter)
}

/// Hits, misses and inserts one by one.
fn one_by_one(module: &mut Module, label: &str, scheme: Scheme, width: Width, length: usize) {
    let (own, others) = (keys(length, 1), keys(length, 2));
    let full = module.load(&filter(scheme, width, &own));
    let empty = module.load(&filter(scheme, width, &[]));
    module.each(&format!("contains, hit, {label}"), "contains", &full, &own[0], ALL);
    module.each(&format!("contains, miss, {label}"), "contains", &full, &others[0], FEW);
    module.each(&format!("insert, {label}"), "insert", &empty, &own[0], MOST);
}

fn main() {
    let folder = std::env::args().nth(1).expect("where the modules are");
    let folder = Path::new(&folder);

    let core = &mut Module::open(folder, "core");
    let layouts = [Scheme::Standard, Scheme::Partitioned, Scheme::Blocked];
    for scheme in layouts {
        for length in [8, 32, 100] {
            let label = format!("{}, {length} bytes", scheme.name());
            one_by_one(core, &label, scheme, Width::Bit, length);
        }
    }
    let own = keys(32, 1);
    let text = lines(&own[0]);
    let arguments = |filter: Val| [filter, Val::I32(text.len() as i32)];
    let full = core.load(&filter(Scheme::Standard, Width::Bit, &own));
    let empty = core.load(&filter(Scheme::Standard, Width::Bit, &[]));
    core.write(core.input, &text);
    core.report("contains_lines, 32 bytes", KEYS, "key", |core| {
        core.call("contains_lines", &arguments(full)) as usize == KEYS
    });
    core.write(core.input, &text);
    core.report("insert_lines, 32 bytes", KEYS, "key", |core| {
        core.call("insert_lines", &arguments(empty)) as usize >= MOST.0
    });
    let large = dump(Filter::with_shape(Scheme::Standard, DUMP_BITS, 7, 0).unwrap(), &own);
    let mut loaded = Val::I32(0);
    core.report("load 1 MB", 1 << 20, "byte", |core| {
        loaded = core.load(&large);
        true
    });
    core.report("save 1 MB", 1 << 20, "byte", |core| {
        let zero = Val::I32(0);
        let head = [loaded.clone(), zero.clone(), zero.clone(), zero.clone()];
        let length = core.call("write_head", &head);
        core.call("write_checksum", &[loaded, zero]);
        length > 0.0
    });

    let variants = &mut Module::open(folder, "variants");
    one_by_one(variants, "standard, 32 bytes", Scheme::Standard, Width::Bit, 32);
    one_by_one(variants, "counting, 32 bytes", Scheme::Standard, Width::Four, 32);
    let counting = variants.load(&filter(Scheme::Standard, Width::Four, &own));
    variants.each("remove, counting, 32 bytes", "remove", &counting, &own[0], ALL);

    let compat = &mut Module::open(folder, "compat");
    one_by_one(compat, "guava, 32 bytes", Scheme::GuavaMitz64, Width::Bit, 32);
}

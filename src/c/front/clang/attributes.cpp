// SPDX-License-Identifier: MIT
// Problem: an attribute that is ignored silently can turn `violated` into `holds`: a destructor
// runs after main, scalar_storage_order swaps bytes. Idea: an attribute is harmless only if a row
// says so. Every attribute that Clang accepts is in one row (a test compares with Clang's own
// list). Attributes of GCC that Clang does not know and that change nothing have rows, too. Any
// other attribute makes the answer `unknown`.
//
// Names are compared without case and underscores, so that Clang's `NoInlineAttr` and C's
// `__noinline__` are the same.
#include "c/front/clang/attributes.hpp"

#include <algorithm>
#include <cctype>
#include <unordered_map>

namespace hardbop::c {

namespace {

struct Rows {
  AttributeRow row;
  std::string_view names;  // with blanks between them
};

constexpr auto followed = Treatment::Followed;
constexpr auto harmless = Treatment::Harmless;
constexpr auto unsupported = Treatment::Unsupported;

constexpr Rows table[] = {
    // What files mean to each other.
    {{followed, "linking uses symbols"},
     "Alias AsmLabel Weak WeakRef Overloadable GNUInline InternalLinkage"},
    {{followed, "the first and last calls of the program"}, "Constructor Destructor"},
    {{unsupported, "the called function is chosen when the program is loaded"},
     "IFunc CPUDispatch CPUSpecific TargetVersion"},
    {{unsupported, "an object format other than ELF"},
     "WeakImport SelectAny DLLImport DLLExport DLLImportStaticLocal DLLExportStaticLocal "
     "WebAssemblyExportName WebAssemblyFuncref WebAssemblyImportModule WebAssemblyImportName"},
    {{harmless, "where and how symbols are stored"},
     "Common NoCommon Section CodeSeg Used Retain Visibility TypeVisibility TLSModel CodeModel "
     "ReadOnlyPlacement LTOVisibilityPublic PragmaClangBSSSection PragmaClangDataSection "
     "PragmaClangRelroSection PragmaClangRodataSection PragmaClangTextSection "
     "externally_visible no_reorder symver noplt nodirect_extern_access"},

    // Types and their layout: Clang computes with them.
    {{followed, "layouts and types are Clang's"},
     "Aligned AlignNatural AlignMac68k AlignValue Packed MaxFieldAlignment MSStruct Mode MayAlias "
     "TransparentUnion NoUniqueAddress EmptyBases LayoutVersion"},
    {{harmless, "notes on types"},
     "AnnotateType BTFDeclTag BTFTypeTag EnumExtensibility FlagEnum PreferredName PreferredType "
     "CountedBy CountedByOrNull SizedBy SizedByOrNull RandomizeLayout NoRandomizeLayout NoDeref "
     "TypeNonNull TypeNullUnspecified TypeNullable TypeNullableResult Uuid designated_init "
     "gcc_struct strict_flex_array nonstring warn_if_not_aligned"},
    {{unsupported, "different byte order"}, "scalar_storage_order"},
    {{unsupported, "separate address space"},
     "AddressSpace OpenCLConstantAddressSpace OpenCLGenericAddressSpace OpenCLGlobalAddressSpace "
     "OpenCLGlobalDeviceAddressSpace OpenCLGlobalHostAddressSpace OpenCLLocalAddressSpace "
     "OpenCLPrivateAddressSpace HLSLGroupSharedAddressSpace Ptr32 Ptr64 SPtr UPtr noinit "
     "persistent"},
    {{unsupported, "types that only some compilers support"}, "hardbool vector_size"},

    // Functions.
    {{followed, "the call does not return"}, "NoReturn C11NoReturn CXX11NoReturn"},
    {{unsupported, "the call may return twice"}, "ReturnsTwice"},
    {{unsupported, "the body is assembly"}, "Naked"},
    {{unsupported, "an implicit argument"}, "PassObjectSize"},
    {{harmless, "calling conventions"},
     "CDecl StdCall FastCall ThisCall VectorCall Pascal RegCall regparm MSABI SysVABI Pcs "
     "IntelOclBicc PreserveAll PreserveMost PreserveNone AArch64VectorPcs AArch64SVEPcs M68kRTD "
     "SwiftCall SwiftAsyncCall SwiftContext SwiftAsyncContext SwiftErrorResult SwiftIndirectResult "
     "SwiftError SwiftAsync SwiftAsyncError RISCVVectorCC MipsLongCall MipsShortCall "
     "X86ForceAlignArgPointer AnyX86NoCallerSavedRegisters AnyX86NoCfCheck CFGuard "
     "CFICanonicalJumpTable TrivialABI sseregparm long_call short_call ms_hook_prologue cf_check "
     "indirect_branch indirect_return function_return"},
    {{harmless, "code generation"},
     "AlwaysInline NoInline Flatten Hot Cold MinSize OptimizeNone NoDuplicate NoMerge "
     "NotTailCalled "
     "DisableTailCalls MustTail Convergent MinVectorWidth Target TargetClones NoBuiltin "
     "SpeculativeLoadHardening NoSpeculativeLoadHardening FunctionReturnThunks NoSplitStack "
     "NoStackProtector StrictGuardStackCheck NoUwtable NoThrow Leaf PatchableFunctionEntry "
     "HybridPatchable ZeroCallUsedRegs CodeAlign LoopHint OpenCLUnrollHint HLSLLoopHint Artificial "
     "NoDebug StandaloneDebug StrictFP Thread Mips16 NoMips16 MicroMips NoMicroMips "
     "BPFPreserveAccessIndex BPFPreserveStaticOffset Uninitialized MaybeUndef noclone noipa no_icf "
     "optimize simd stack_protect no_stack_limit expected_throw fentry_name fentry_section"},
    {{harmless, "instrumentation"},
     "NoInstrumentFunction NoProfileFunction NoSanitize DisableSanitizerInstrumentation "
     "XRayInstrument XRayLogArgs no_address_safety_analysis"},
    {{harmless, "promises to the optimiser: the body is followed instead"},
     "Const Pure NoAlias Restrict NonNull ReturnsNonNull AllocSize AllocAlign AssumeAligned "
     "MSAllocator NoEscape Callback CalledOnce OMPAssume Blocking NonBlocking Allocating "
     "NonAllocating access nonnull_if_nonzero null_terminated_string_arg"},
    {{harmless, "called only by hardware"},
     "AnyX86Interrupt ARMInterrupt AVRInterrupt AVRSignal M68kInterrupt MSP430Interrupt "
     "MipsInterrupt RISCVInterrupt"},

    // Variables and statements.
    {{followed, "called at the end of a scope"}, "Cleanup"},
    {{unsupported, "uninitialised static variable"}, "LoaderUninitialized"},
    {{unsupported, "assumption that is not evaluated"}, "CXXAssume"},
    {{harmless, "notes on control flow"}, "FallThrough Likely Unlikely Suppress"},

    // Diagnostics and analyses.
    {{harmless, "for compiler warnings and errors"},
     "Unused WarnUnused WarnUnusedResult Deprecated Unavailable Availability Sentinel Format "
     "FormatArg "
     "Error DiagnoseIf DiagnoseAsBuiltin EnableIf Annotate ArgumentWithTypeTag TypeTagForDatatype "
     "UnsafeBufferUsage AvailableOnlyInDefaultEvalMethod ExternalSourceSymbol UsingIfExists "
     "AnalyzerNoReturn Ownership Owner Pointer LifetimeBound AbiTag EnforceTCB EnforceTCBLeaf "
     "MIGServerRoutine fd_arg fd_arg_read fd_arg_write tainted_args"},
    {{harmless, "for the static analysis of locks and handles"},
     "Capability AcquireCapability TryAcquireCapability ReleaseCapability RequiresCapability "
     "AssertCapability AssertExclusiveLock AssertSharedLock AcquiredAfter AcquiredBefore GuardedBy "
     "GuardedVar PtGuardedBy PtGuardedVar LockReturned LocksExcluded ExclusiveTrylockFunction "
     "SharedTrylockFunction NoThreadSafetyAnalysis ScopedLockable AcquireHandle ReleaseHandle "
     "UseHandle"},
    {{harmless, "for the static analysis of reference counts"},
     "CFAuditedTransfer CFConsumed CFReturnsNotRetained CFReturnsRetained CFUnknownTransfer "
     "NSConsumed "
     "NSConsumesSelf NSErrorDomain NSReturnsAutoreleased NSReturnsNotRetained NSReturnsRetained "
     "OSConsumed OSConsumesThis OSReturnsNotRetained OSReturnsRetained OSReturnsRetainedOnNonZero "
     "OSReturnsRetainedOnZero"},
    {{harmless, "for Swift"},
     "SwiftAsyncName SwiftAttr SwiftBridge SwiftBridgedTypedef SwiftImportAsNonGeneric "
     "SwiftImportPropertyAsAccessors SwiftName SwiftNewType SwiftObjCMembers SwiftPrivate "
     "SwiftVersionedAddition SwiftVersionedRemoval"},

    // Made by Clang itself.
    {{harmless, "internal to Clang"}, "Builtin CapturedRecord"},
    {{unsupported, "alias of a builtin function"},
     "BuiltinAlias ArmBuiltinAlias ClspvLibclcBuiltin"},

    // Other languages and machines.
    {{harmless, "parallel calls that may also run one after the other"}, "OMPDeclareSimdDecl"},
    {{unsupported, "OpenMP"},
     "OMPAllocateDecl OMPCaptureKind OMPCaptureNoInit OMPDeclareTargetDecl OMPDeclareVariant "
     "OMPReferencedVar OMPThreadPrivateDecl"},
    {{unsupported, "blocks"}, "Blocks"},
    {{unsupported, "C++"},
     "AlwaysDestroy NoDestroy CallableWhen CarriesDependency ConstInit Consumable "
     "ConsumableAutoCast "
     "ConsumableSetOnRead CoroDisableLifetimeBound CoroLifetimeBound CoroOnlyDestroyWhenComplete "
     "CoroReturnType CoroWrapper ExcludeFromExplicitInstantiation Final InitPriority InitSeg "
     "MSConstexpr MSInheritance MSNoVTable MSVtorDisp Override ParamTypestate Reinitializes "
     "ReturnTypestate SetTypestate TestTypestate VTablePointerAuthentication VecReturn"},
    {{unsupported, "Objective-C"},
     "ArcWeakrefUnavailable IBAction IBOutlet IBOutletCollection ObjCBoxable ObjCBridge "
     "ObjCBridgeMutable ObjCBridgeRelated ObjCClassStub ObjCDesignatedInitializer ObjCDirect "
     "ObjCDirectMembers ObjCException ObjCExplicitProtocolImpl ObjCExternallyRetained ObjCGC "
     "ObjCIndependentClass ObjCInertUnsafeUnretained ObjCKindOf ObjCMethodFamily ObjCNSObject "
     "ObjCNonLazyClass ObjCNonRuntimeProtocol ObjCOwnership ObjCPreciseLifetime "
     "ObjCRequiresPropertyDefs ObjCRequiresSuper ObjCReturnsInnerPointer ObjCRootClass "
     "ObjCRuntimeName ObjCRuntimeVisible ObjCSubclassingRestricted"},
    {{unsupported, "code for graphics processors"},
     "AMDGPUFlatWorkGroupSize AMDGPUKernelCall AMDGPUMaxNumWorkGroups AMDGPUNumSGPR AMDGPUNumVGPR "
     "AMDGPUWavesPerEU CUDAConstant CUDADevice CUDADeviceBuiltinSurfaceType "
     "CUDADeviceBuiltinTextureType CUDAGlobal CUDAHost CUDAInvalidTarget CUDALaunchBounds "
     "CUDAShared "
     "HIPManaged HLSLNumThreads HLSLPackOffset HLSLParamModifier HLSLResource HLSLResourceBinding "
     "HLSLResourceClass HLSLShader HLSLSV_DispatchThreadID HLSLSV_GroupIndex NVPTXKernel "
     "OpenCLAccess "
     "OpenCLIntelReqdSubGroupSize OpenCLKernel RenderScriptKernel ReqdWorkGroupSize SYCLKernel "
     "SYCLSpecialClass VecTypeHint WorkGroupSizeHint"},
    {{unsupported, "for other processors"},
     "ArmIn ArmInOut ArmLocallyStreaming ArmMveStrictPolymorphism ArmNew ArmOut ArmPreserves "
     "ArmStreaming ArmStreamingCompatible CmseNSCall CmseNSEntry"},
};

std::string normalise(std::string_view name) {
  std::string key;
  for (const char letter : plain_attribute(name))
    if (letter != '_')
      key.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
  return key;
}

std::unordered_map<std::string, const AttributeRow*> read_table() {
  std::unordered_map<std::string, const AttributeRow*> rows;
  for (const Rows& group : table) {
    std::string_view rest = group.names;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      rows.emplace(normalise(rest.substr(0, end)), &group.row);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return rows;
}

}  // namespace

std::string_view plain_attribute(std::string_view name) {
  if (const std::size_t scope = name.rfind("::"); scope != std::string_view::npos)
    name.remove_prefix(scope + 2);
  if (name.size() > 4 && name.starts_with("__") && name.ends_with("__"))
    name = name.substr(2, name.size() - 4);
  return name;
}

const AttributeRow* find_attribute(std::string_view name) {
  static const auto rows = read_table();
  const auto found = rows.find(normalise(name));
  return found == rows.end() ? nullptr : found->second;
}

bool is_followed(std::string_view name) {
  const AttributeRow* row = find_attribute(name);
  return row != nullptr && row->treatment != Treatment::Unsupported;
}

bool is_ignored_safely(std::string_view name) {
  const AttributeRow* row = find_attribute(name);
  return row != nullptr && row->treatment == Treatment::Harmless;
}

}  // namespace hardbop::c
